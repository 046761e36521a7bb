-- rowlock.retention_run_list(max_rows, after, actor): what rules did, the latest first.
-- Reads: rowlock.retention_run.
create or replace function rowlock.retention_run_list(
  max_rows integer default 50,
  after    text default null,
  actor    uuid default rowlock.actor_current()
)
returns rowlock.retention_run_page
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_before integer;
  v_page   rowlock.retention_run_page;
begin
  perform rowlock._actor_global(access => rowlock._actor_access(actor => actor));
  perform rowlock._argument_range(field => 'max_rows', value => max_rows, low => 1, high => 500);
  v_before := (rowlock._cursor_place(after => after, types => '{integer}') ->> 0)::integer;
  select
    coalesce(jsonb_agg(rowlock._retention_run_record(p.run) order by (p.run).id desc) filter (where p.n <= max_rows), '[]'),
    case when max(p.n) > max_rows then rowlock._cursor_text(place => jsonb_build_array(
      min((p.run).id) filter (where p.n <= max_rows))) end
  into v_page
  from (
    select r as run, row_number() over (order by r.id desc) as n
    from rowlock.retention_run r
    where v_before is null or r.id < v_before
    order by r.id desc
    limit retention_run_list.max_rows + 1
  ) p;
  return v_page;
end;
$$;

comment on function rowlock.retention_run_list is
  'A page of the runs, the latest first; those of the timer that had nothing to do are not there. Needs global access. Raises PT400, PT401, PT403.
Example: {"max_rows": 10}';
revoke all on function rowlock.retention_run_list from public;
select rowlock._function_grant('retention_run_list', 'service', 'user', 'proxy');
