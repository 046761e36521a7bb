-- rowlock._ask_number(run_id, at): give those of a run's questions that are settled their place in its inbox.
-- Reads: rowlock.ask, rowlock.escalation. Writes: rowlock.ask, rowlock.escalation, rowlock.event.
create or replace function rowlock._ask_number(
  run_id uuid,
  at     timestamptz
)
returns void
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_open uuid[] := array(
    select a.escalation_id from rowlock.ask a
    where a.run_id = _ask_number.run_id and a.answer_no is null);
  v_last integer;
begin
  if v_open = '{}' then
    return;
  end if;
  perform rowlock._ask_expire(ids => v_open, at => at);
  -- Most who read find nothing new, and lock nothing.
  if cardinality(v_open) = (
    select count(*)
    from (select e.status from only rowlock.escalation e where e.id = any (v_open) offset 0) o
    where o.status = 'pending')
  then
    return;
  end if;
  -- Places are given out by readers, one after the other, to what is committed: an answer that commits late gets a
  -- later place, so nothing ever comes before a cursor, and nobody who answers waits for this.
  v_open := array(
    select a.escalation_id from rowlock.ask a
    where a.run_id = _ask_number.run_id and a.answer_no is null
    order by a.escalation_id
    for no key update);
  select coalesce(max(a.answer_no), 0) into v_last from rowlock.ask a where a.run_id = _ask_number.run_id;
  update rowlock.ask a
  set answer_no = v_last + s.n
  from (
    select e.id, row_number() over (order by e.ended_at, e.id) as n
    from rowlock.escalation e
    where e.id = any (v_open) and e.status <> 'pending'
  ) s
  where a.escalation_id = s.id;
end;
$$;

comment on function rowlock._ask_number is
  'The order of settling, as far as readers have seen it: whatever has a place keeps it, and a new one lies behind all others.';
revoke all on function rowlock._ask_number from public;
