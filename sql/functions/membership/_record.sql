-- rowlock._membership_record(membership): a membership as every surface shows it.
-- Reads: rowlock.persona.
create or replace function rowlock._membership_record(membership rowlock.membership)
returns jsonb
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  return jsonb_build_object(
    'user_id', membership.user_id,
    'role', membership.role,
    'type', membership.type,
    'read_scope', membership.read_scope,
    'write_scope', membership.write_scope,
    'granted_by_persona', membership.granted_by_persona,
    'persona', (select p.key from rowlock.persona p where p.id = membership.granted_by_persona),
    'created_at', rowlock._time_iso(membership.created_at)
  );
end;
$$;

comment on function rowlock._membership_record is
  'The membership as JSON, with the key of the persona that sustains it.
Record membership: {
  "user_id": "7f0c2f4e-6a53-4d0e-9c39-1f2b3c4d5e6f", "role": "reviewer", "type": "member|admin|superadmin", "read_scope": "all|self",
  "write_scope": "all|self|none", "granted_by_persona|null": "0b9d5f0e-3c7a-4d52-8a4e-6f1d2c3b4a59", "persona|null": "clerk",
  "created_at": "2026-03-01T09:00:00.000000Z"}';
revoke all on function rowlock._membership_record from public;
