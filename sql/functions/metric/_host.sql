-- rowlock._metric_host(at): how many hosts there are to work, and what waits for them.
-- Reads: rowlock.host, rowlock.run.
create or replace function rowlock._metric_host(at timestamptz)
returns setof rowlock.metric
language sql volatile security invoker
set search_path = pg_catalog, pg_temp
set jit = off
as $$
  with host as materialized (
    select h.status, h.instance_suspect,
      rowlock._host_is_eligible(h.status, h.instance_suspect, h.last_seen_at, _metric_host.at) as is_eligible
    from rowlock.host h
  )
  select 'hosts', 'Hosts, by status.', jsonb_build_object('status', s.name),
    (select count(*) from host h where h.status = s.name)::double precision
  from unnest(array['registered', 'online', 'offline', 'disabled']) s (name)
  union all
  select g.name, g.help, '{}', g.value::double precision
  from (values
    ('hosts_eligible', 'Hosts that may take a run now.', (select count(*) from host h where h.is_eligible)),
    ('hosts_suspect', 'Hosts for which a second instance spoke: an operator has to clear them.',
      (select count(*) from host h where h.instance_suspect))
  ) g (name, help, value)
  union all
  -- Each from a partial index of its own, up to a bound; what has ended is not counted.
  select 'runs', 'Runs that have not ended, by status; counting stops at 100,000.', jsonb_build_object('status', r.status), r.runs
  from (
    select 'pending' as status, count(*)::double precision as runs
    from (select from rowlock.run r where r.status = 'pending' limit 100000) c
    union all
    select s.name, count(p.status)
    from unnest(array['spawning', 'running']) s (name)
    left join (
      select r.status from rowlock.run r where r.status in ('spawning', 'running') limit 100000) p on p.status = s.name
    group by s.name
  ) r
  union all
  select 'runs_oldest_seconds', 'For how long the run has waited for a host that waits longest.', '{}',
    coalesce(extract(epoch from _metric_host.at - (
      select r.pending_since from rowlock.run r where r.status = 'pending' order by r.pending_since limit 1)), 0);
$$;

comment on function rowlock._metric_host is 'Samples of hosts, and of runs that have not ended.';
revoke all on function rowlock._metric_host from public;
