-- rowlock.project_list(status, slug, max_rows, skip_rows, actor): projects by slug.
-- Reads: rowlock.project.
create or replace function rowlock.project_list(
  status    text default null,
  slug      text default null,
  max_rows  integer default 50,
  skip_rows integer default 0,
  actor     uuid default rowlock.actor_current()
)
returns rowlock.project_page
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_page   rowlock.project_page;
begin
  if status not in ('active', 'archived') then
    perform rowlock._argument_refuse(field => 'status', reason => 'unknown', hint => 'active or archived.');
  end if;
  perform rowlock._argument_text(field => 'slug', value => slug);
  perform rowlock._argument_range(field => 'max_rows', value => max_rows, low => 1, high => 500);
  perform rowlock._argument_range(field => 'skip_rows', value => skip_rows, low => 0, high => 1000000);

  with found as materialized (
    select p as project
    from rowlock.project p
    where (project_list.status is null or p.status = project_list.status)
      and (project_list.slug is null or p.slug = project_list.slug)
      and v_access.actor is not null
  )
  select
    (select coalesce(jsonb_agg(rowlock._project_record(p.project) order by (p.project).slug), '[]')
     from (
       select f.project from found f order by (f.project).slug
       limit project_list.max_rows offset project_list.skip_rows) p),
    (select count(*) from found)
  into v_page;
  return v_page;
end;
$$;

comment on function rowlock.project_list is
  'A page of projects, and how many there are; any signed-in account may see them. Raises PT400, PT401, PT403.';
revoke all on function rowlock.project_list from public;
select rowlock._function_grant('project_list', 'service', 'user', 'proxy');
