-- rowlock._run_stray_targets(dead): which of these hosts have pending runs that were meant for them.
-- Reads: rowlock.run.
create or replace function rowlock._run_stray_targets(dead uuid[])
returns setof uuid
language sql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
  -- Two sorted lists leapfrog: the targets of pending runs by the index, the dead hosts by bisection.
  -- So many hosts that are gone cost as little as long queues of hosts that are not.
  with recursive walk (target) as (
    select (
      select r.target_host_id
      from rowlock.run r
      where r.status = 'pending' and r.target_host_id >= dead[1]
      order by r.target_host_id, r.pending_since, r.id
      limit 1)
    union all
    select (
      select r.target_host_id
      from rowlock.run r
      where r.status = 'pending' and r.target_host_id >= dead[width_bucket(w.target, dead) + 1]
      order by r.target_host_id, r.pending_since, r.id
      limit 1)
    from walk w
    where w.target is not null
  )
  select w.target from walk w where dead[width_bucket(w.target, dead)] = w.target;
$$;

comment on function rowlock._run_stray_targets is 'Takes the ids of hosts in order; answers some of them.';
revoke all on function rowlock._run_stray_targets from public;
