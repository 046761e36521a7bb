-- rowlock._escalation_replay(first, access): the row as the first call under an idempotency key left it.
-- Reads: rowlock.escalation.
create or replace function rowlock._escalation_replay(
  first  rowlock.idempotency,
  access rowlock.access
)
returns rowlock.escalation
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_row rowlock.escalation := rowlock._escalation_readable(id => first.escalation_id, access => access);
begin
  if first.outcome is not null then
    -- That call left it open; what others have done since is not its result.
    v_row.status := 'pending';
    v_row.approvals := (first.outcome ->> 'approvals')::integer;
    v_row.version := (first.outcome ->> 'version')::integer;
    v_row.resolved_at := null;
    v_row.resolved_by := null;
    v_row.ended_at := null;
    v_row.resolver_payload := null;
  end if;
  return v_row;
end;
$$;

comment on function rowlock._escalation_replay is
  'The row; pending, and with the approvals of then, where the first call left it open. Raises PT404.';
revoke all on function rowlock._escalation_replay from public;
