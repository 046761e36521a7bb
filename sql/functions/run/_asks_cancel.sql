-- rowlock._run_asks_cancel(ids, reason, at, access): runs end and ask no more: call off what they still ask.
-- Reads: rowlock.escalation. Writes: rowlock.escalation, rowlock.event, rowlock.ask.
create or replace function rowlock._run_asks_cancel(
  ids    uuid[],
  reason text,
  at     timestamptz,
  access rowlock.access default null
)
returns uuid[]
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  return rowlock._ask_drop(ids => rowlock._run_asks_lock(ids => ids), reason => reason, at => at, access => access);
end;
$$;

comment on function rowlock._run_asks_cancel is
  'The ids of the rows of these runs that were called off, in the transaction in which the runs end for good: not where a requeue may follow, which goes on with them. The caller has locked the runs. Without access nobody did it. Those that are due expire.';
revoke all on function rowlock._run_asks_cancel from public;
