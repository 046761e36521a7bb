-- rowlock._role_escalation_record(chain): a chain as every surface shows it.
create or replace function rowlock._role_escalation_record(chain rowlock.role_escalation)
returns jsonb
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  return jsonb_build_object(
    'source_role', chain.source_role,
    'target_role', chain.target_role,
    'created_at', rowlock._time_iso(chain.created_at)
  );
end;
$$;

comment on function rowlock._role_escalation_record is
  'The chain as JSON.
Record role_escalation: {"source_role": "reviewer", "target_role": "manager", "created_at": "2026-03-01T09:00:00.000000Z"}';
revoke all on function rowlock._role_escalation_record from public;
