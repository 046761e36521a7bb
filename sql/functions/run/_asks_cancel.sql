-- rowlock._run_asks_cancel(ids, reason, at, access): runs end and ask no more: call off what they still ask.
-- Reads: rowlock.run, rowlock.escalation. Writes: rowlock.escalation, rowlock.event, rowlock.ask.
create or replace function rowlock._run_asks_cancel(
  ids    uuid[],
  reason text,
  at     timestamptz,
  access rowlock.access default null
)
returns uuid[]
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
set jit = off
as $$
declare
  v_ids uuid[];
begin
  -- The runs first: a question that comes now waits here, and is refused by the end.
  perform from rowlock.run r where r.id = any (_run_asks_cancel.ids) order by r.id for update;
  v_ids := array(
    select e.id
    from only rowlock.escalation e
    where e.run_id = any (_run_asks_cancel.ids) and e.status = 'pending'
    order by e.id
    for no key update);
  return rowlock._ask_drop(ids => v_ids, reason => reason, at => at, access => access);
end;
$$;

comment on function rowlock._run_asks_cancel is
  'The ids of the rows of these runs that were called off, in the transaction in which the runs end for good: not where a requeue may follow, which goes on with them. Without access nobody did it. Those that are due expire.';
revoke all on function rowlock._run_asks_cancel from public;
