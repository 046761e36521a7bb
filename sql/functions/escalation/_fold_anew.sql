-- rowlock._escalation_fold_anew(through, min_rows): count the rows, as they were when the journal was that far.
-- Reads: rowlock.escalation, rowlock.event. Writes: rowlock.escalation_fold_count, rowlock.escalation_fold_doubt.
create or replace function rowlock._escalation_fold_anew(
  through  bigint,
  min_rows integer
)
returns boolean
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_counts rowlock.escalation_fold_count[];
begin
  -- One statement, one snapshot: the doubts that it ends are those whose rows it counts,
  -- and what it counts beyond the number is what the same snapshot has of later events.
  with settled as (
    delete from rowlock.escalation_fold_doubt
  ),
  counted as (
    select e.role, e.type, count(*) as open
    from only rowlock.escalation e
    where e.status = 'pending' and (e.assigned_until is null or e.assigned_until is not null)
    group by e.role, e.type
    union all
    select m.role, m.type, -m.open from rowlock._escalation_moves(after => _escalation_fold_anew.through) m
  )
  select array_agg((k.role, k.type, k.open)::rowlock.escalation_fold_count) into v_counts
  from (select c.role, c.type, sum(c.open)::bigint as open from counted c group by c.role, c.type) k
  where k.open <> 0;

  delete from rowlock.escalation_fold_count;
  if min_rows > coalesce((select sum(k.open) from unnest(v_counts) k), 0) then
    return false;
  end if;
  insert into rowlock.escalation_fold_count (role, type, open) select k.role, k.type, k.open from unnest(v_counts) k;
  return true;
end;
$$;

comment on function rowlock._escalation_fold_anew is
  'False, and no tally, when fewer rows than min_rows are pending. With the lock of escalation_fold; no writer up to the number is still at it.';
revoke all on function rowlock._escalation_fold_anew from public;
