-- rowlock.analytics_backlog(since, until, step, tz, query, actor): what came, what went, and how much was open.
-- Reads: rowlock.escalation.
create or replace function rowlock.analytics_backlog(
  since timestamptz,
  until timestamptz default now(),
  step  interval default '1 hour',
  tz    text default 'UTC',
  query jsonb default '{}',
  actor uuid default rowlock.actor_current()
)
returns setof rowlock.analytics_backlog_bucket
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
set jit = off
as $$
declare
  v_now    constant timestamptz := clock_timestamp();
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_window constant tstzrange := rowlock._analytics_window(since => since, until => until, at => v_now);
  v_cuts   constant timestamptz[] := rowlock._analytics_cuts(period => v_window, step => step, tz => tz);
  v_query  constant jsonb := rowlock._analytics_query(query => query);
  v_scope  constant rowlock.access := rowlock._analytics_scope(access => v_access, query => v_query);
  v_each   boolean;
begin
  -- Whatever chooses rows by more than their roles has to look at each of them.
  v_each := v_scope.read_self <> '{}'
    or rowlock._escalation_search_where(query => v_query - 'role' - 'roles') <> 'true';
  -- Rows are folded by the buckets of their four times first; the sums then run over few groups.
  -- Bucket 0 is before the window, the last one after it: a row that is still open ends there.
  return query execute format($q$
    with folded as (
      select
        case when r.created_at >= $4 then width_bucket(r.created_at, $6) else 0 end as born,
        case when r.done < $5 then width_bucket(r.done, $6) else cardinality($6) end as done,
        case when r.claimed_at >= $4 then width_bucket(r.claimed_at, $6) when r.claimed_at < $4 then 0 end as leased,
        case when r.lease_end < $5 then width_bucket(r.lease_end, $6) end as let,
        r.outcome, count(*)::integer as n
      from (%s) r
      group by 1, 2, 3, 4, 5
      union all
      select i.born, cardinality($6), null, null, 'pending', i.n
      from (%s) i (born, n)
    ),
    side as (
      select
        coalesce(f.born, f.done, f.leased, f.let) as bucket, sum(f.n) as n,
        case 0 when grouping(f.born) then 'created' when grouping(f.done) then f.outcome
          when grouping(f.leased) then 'leased' else 'let' end as what
      from folded f
      group by grouping sets ((f.born), (f.done, f.outcome), (f.leased), (f.let))
    ),
    moved as (
      select
        s.bucket,
        coalesce(sum(s.n) filter (where s.what = 'created'), 0) as created,
        coalesce(sum(s.n) filter (where s.what = 'resolved'), 0) as resolved,
        coalesce(sum(s.n) filter (where s.what = 'cancelled'), 0) as cancelled,
        coalesce(sum(s.n) filter (where s.what = 'expired'), 0) as expired,
        coalesce(sum(case s.what when 'leased' then s.n when 'let' then -s.n end), 0) as held
      from side s
      where s.bucket < cardinality($6)
      group by s.bucket
    ),
    series as (
      select
        b.bucket, coalesce(m.created, 0) as created, coalesce(m.resolved, 0) as resolved,
        coalesce(m.cancelled, 0) as cancelled, coalesce(m.expired, 0) as expired,
        sum(coalesce(m.created - m.resolved - m.cancelled - m.expired, 0)) over (order by b.bucket) as open,
        sum(coalesce(m.held, 0)) over (order by b.bucket) as held
      from generate_series(0, cardinality($6) - 1) b (bucket)
      left join moved m on m.bucket = b.bucket
    )
    select
      ($6)[s.bucket], ($6)[s.bucket + 1], s.created::bigint, s.resolved::bigint, s.cancelled::bigint,
      s.expired::bigint, s.open::bigint, s.held::bigint
    from series s
    where s.bucket > 0
    order by s.bucket$q$, rowlock._analytics_rows(query => v_query, access => v_scope, idle => v_each),
    case when v_each then 'select 0, 0 where false' else rowlock._analytics_idle() end)
  using v_query, v_scope, v_now, lower(v_window), upper(v_window), v_cuts, v_scope.read_all;
end;
$$;

comment on function rowlock.analytics_backlog is
  'Buckets of a window [since, until), cut at each step of the time zone tz: created, resolved, cancelled and expired in the bucket; open and held just before its end, so that open = the open of the bucket before + created - resolved - cancelled - expired. held: the last claim of the row was live. query: which rows count, as in escalation_search. Raises PT400, PT401, PT403.
Example: {"since": "2026-03-01T00:00:00Z", "until": "2026-03-02T00:00:00Z", "step": "1 hour", "tz": "Europe/Berlin"}';
revoke all on function rowlock.analytics_backlog from public;
select rowlock._function_grant('analytics_backlog', 'service', 'user', 'proxy');
