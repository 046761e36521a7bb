-- rowlock.analytics_event_log(since, until, query, max_rows, after, actor): what process-mining tools read.
-- Reads: rowlock.escalation, rowlock.user_account.
create or replace function rowlock.analytics_event_log(
  since    timestamptz,
  until    timestamptz default now(),
  query    jsonb default '{}',
  max_rows integer default 1000,
  after    text default null,
  actor    uuid default rowlock.actor_current()
)
returns rowlock.analytics_event_log_page
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
set standard_conforming_strings = on
set timezone = 'UTC'
set jit = off
as $$
declare
  v_now    constant timestamptz := clock_timestamp();
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_window constant tstzrange := rowlock._analytics_window(since => since, until => until, at => v_now);
  v_query  constant jsonb := rowlock._analytics_query(query => query);
  v_scope  constant rowlock.access := rowlock._escalation_search_scope(access => v_access, query => v_query);
  v_after  constant text[] := regexp_match(
    after, '^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$');
  v_page   rowlock.analytics_event_log_page;
  v_from   timestamptz := lower(v_window);
begin
  perform rowlock._argument_range(field => 'max_rows', value => max_rows, low => 1, high => 5000);
  if after is not null then
    begin
      v_from := greatest(v_from, v_after[1]::timestamptz);
    exception when data_exception then
      v_from := null;
    end;
    if v_from is null or v_after is null then
      perform rowlock._argument_refuse(
        field => 'after', reason => 'not_cursor', hint => 'Give next of the page before, unchanged.');
    end if;
  end if;

  -- Row by row, so that a case is whole; the times of a row are its events.
  execute format($q$
    with page as materialized (
      select
        e.id, e.role, e.type, coalesce(e.origin_id, e.id::text) as case_id, e.created_at, e.claimed_at,
        e.created_by, e.assigned_to, e.resolved_by,
        case when e.status = 'pending' then case when e.expires_at <= $3 then e.expires_at end else e.ended_at end as done,
        e.status
      from rowlock.escalation e
      where e.created_at >= $4 and e.created_at < $5 and ($6 is null or (e.created_at, e.id) > ($4, $6)) and %s
      order by e.created_at, e.id
      limit $7
    )
    select
      (select coalesce(jsonb_agg(jsonb_build_array(
         p.case_id, p.type, rowlock._time_iso(v.at), u.external_id, v.lifecycle, p.id, p.role)
         order by p.created_at, p.id, v.n), '[]')
       from page p
       cross join lateral (values
         (1, p.created_at, p.created_by, 'schedule'),
         (2, p.claimed_at, p.assigned_to, 'start'),
         (3, p.done, case when p.status = 'resolved' then p.resolved_by end, case
           when p.status = 'resolved' then 'complete'
           when p.claimed_at is null then 'withdraw'
           else 'ate_abort'
         end)
       ) v (n, at, person, lifecycle)
       left join rowlock.user_account u on u.id = v.person
       where v.at is not null),
      case when (select count(*) from page) = $7 then (
        select rowlock._time_iso(p.created_at) || '_' || p.id from page p order by p.created_at desc, p.id desc limit 1) end
    $q$, rowlock._analytics_gate(query => v_query, access => v_scope))
  into v_page
  using v_query, v_scope, v_now, v_from, upper(v_window), v_after[2]::uuid, max_rows;
  return v_page;
end;
$$;

comment on function rowlock.analytics_event_log is
  'Rows created in a window with all their events, oldest row first, up to max_rows rows (1 to 5000); next goes on. An event is [case_id (the origin, else the id), activity (the type), timestamp, resource (an external id), lifecycle, id, role]; lifecycle in the words of XES: schedule, start (the last claim), complete, withdraw or ate_abort (ended without an answer, before or after a claim). query: which rows count, as in escalation_search. Raises PT400, PT401, PT403.
Example: {"since": "2026-03-01T00:00:00Z", "until": "2026-03-02T00:00:00Z"}';
revoke all on function rowlock.analytics_event_log from public;
select rowlock._function_grant('analytics_event_log', 'service', 'user', 'proxy');
