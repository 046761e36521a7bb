-- rowlock._run_stray_targets(host_id, at): other hosts that may take no runs, and have pending ones that were meant for them.
-- Reads: rowlock.host, rowlock.run.
create or replace function rowlock._run_stray_targets(
  host_id uuid,
  at      timestamptz
)
returns uuid[]
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
-- Hosts are few: to read them by an index takes longer.
set enable_seqscan = on
as $$
declare
  v_dead constant uuid[] := array(
    select h.id
    from rowlock.host h
    where h.id <> _run_stray_targets.host_id
      and not rowlock._host_is_eligible(h.status, h.instance_suspect, h.last_seen_at, _run_stray_targets.at)
    order by h.id);
begin
  if v_dead = '{}' then
    return v_dead;
  end if;
  -- Two sorted lists leapfrog: the targets of pending runs by their index, the hosts by bisection. So neither many
  -- hosts that are gone nor long queues of hosts that are not cost much.
  return array(
    with recursive walk (target) as (
      select (
        select r.target_host_id
        from rowlock.run r
        where r.status = 'pending' and r.target_host_id >= v_dead[1]
        order by r.target_host_id, r.pending_since, r.id
        limit 1)
      union all
      select (
        select r.target_host_id
        from rowlock.run r
        where r.status = 'pending' and r.target_host_id >= v_dead[width_bucket(w.target, v_dead) + 1]
        order by r.target_host_id, r.pending_since, r.id
        limit 1)
      from walk w
      where w.target is not null
    )
    select w.target from walk w where v_dead[width_bucket(w.target, v_dead)] = w.target);
end;
$$;

comment on function rowlock._run_stray_targets is
  'Whose runs another host may take: hosts that are not online, gone, or suspect.';
revoke all on function rowlock._run_stray_targets from public;
