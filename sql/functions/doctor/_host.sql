-- rowlock._doctor_host(): can runs be taken, and whom has an operator to look at?
-- Reads: rowlock.host, rowlock.run.
create or replace function rowlock._doctor_host()
returns setof rowlock.doctor_check
language sql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
  with fact as materialized (
    select
      count(*) filter (where h.status = 'online') as online,
      count(*) filter (where h.status = 'offline') as offline,
      count(*) filter (where h.status = 'disabled') as disabled,
      count(*) filter (where h.status = 'registered') as registered,
      count(*) filter (where h.instance_suspect) as suspect,
      (select string_agg(s.name, ', ' order by s.name)
       from (select n.name from rowlock.host n where n.instance_suspect order by n.name limit 5) s) as suspects
    from rowlock.host h
  ),
  run as materialized (
    select
      (select count(*) from (select from rowlock.run r where r.status = 'pending' limit 10000) c) as pending,
      count(*) filter (where p.status = 'spawning') as spawning,
      count(*) filter (where p.status = 'running') as running
    from (select r.status from rowlock.run r where r.status in ('spawning', 'running') limit 10000) p
  ),
  found as (
    select 'hosts' as name, case when f.suspect + f.offline > 0 then 'warn' else 'ok' end as state,
      format('%s online, %s offline, %s disabled, %s never seen, %s suspect', f.online, f.offline, f.disabled, f.registered, f.suspect)
        || coalesce(': ' || f.suspects, '') as detail,
      case
        when f.suspect > 0 then 'Two installations speak for one host: stop the wrong one, then `rowlock host clear-suspect`.'
        else 'A worker has stopped or cannot reach the service; a host that is gone for good is disabled: `rowlock host disable`.'
      end as hint
    from fact f
    union all
    select 'runs',
      case when r.pending > 0 and not exists (select from rowlock._host_eligible(at => clock_timestamp())) then 'warn' else 'ok' end,
      format('%s pending, %s spawning, %s running', r.pending, r.spawning, r.running),
      'No host may take a run now: start a worker, or see `rowlock host list`.'
    from run r
  )
  select f.name, f.state, f.detail, case when f.state <> 'ok' then f.hint end from found f;
$$;

comment on function rowlock._doctor_host is 'Checks of hosts and of runs that wait for one.';
revoke all on function rowlock._doctor_host from public;
