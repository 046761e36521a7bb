-- rowlock._persona_record(info): a persona as every surface shows it.
create or replace function rowlock._persona_record(info rowlock.persona_info)
returns jsonb
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  return to_jsonb(info) || jsonb_build_object(
    'created_at', rowlock._time_iso(info.created_at),
    'updated_at', rowlock._time_iso(info.updated_at));
end;
$$;

comment on function rowlock._persona_record is
  'The persona as JSON.
Record persona: {
  "id": "0b9d5f0e-3c7a-4d52-8a4e-6f1d2c3b4a59", "key": "clerk", "title|null": "Clerk", "description|null": "Answers at the desk.",
  "roles": [{"role": "reviewer", "relationship": "write-all"}], "users": 3,
  "created_at": "2026-03-01T09:00:00.000000Z", "updated_at": "2026-03-01T09:00:00.000000Z"}';
revoke all on function rowlock._persona_record from public;
