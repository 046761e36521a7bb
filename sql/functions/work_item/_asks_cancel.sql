-- rowlock._work_item_asks_cancel(ids, reason, at, access): items go, with their runs: call off what they and these still ask.
-- Reads: rowlock.work_item, rowlock.run, rowlock.escalation. Writes: rowlock.escalation, rowlock.event, rowlock.ask.
create or replace function rowlock._work_item_asks_cancel(
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
  v_runs uuid[];
  v_ids  uuid[];
begin
  -- Items, runs, rows: whoever asks takes them in this order too.
  perform from rowlock.work_item w where w.id = any (_work_item_asks_cancel.ids) order by w.id for update;
  v_runs := array(
    select r.id from rowlock.run r where r.work_item_id = any (_work_item_asks_cancel.ids) order by r.id for update);
  v_ids := array(
    select e.id from only rowlock.escalation e where e.run_id = any (v_runs) and e.status = 'pending'
    union
    select e.id from only rowlock.escalation e
    where e.work_item_id = any (_work_item_asks_cancel.ids) and e.status = 'pending');
  v_ids := array(
    select e.id from only rowlock.escalation e
    where e.id = any (v_ids) and e.status = 'pending'
    order by e.id
    for no key update);
  return rowlock._ask_drop(ids => v_ids, reason => reason, at => at, access => access);
end;
$$;

comment on function rowlock._work_item_asks_cancel is
  'The ids of the rows that were called off, those of the items and of their runs, before these are deleted in the same transaction.';
revoke all on function rowlock._work_item_asks_cancel from public;
