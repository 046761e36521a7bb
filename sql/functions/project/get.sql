-- rowlock.project_get(id, actor): one project.
-- Reads: rowlock.project.
create or replace function rowlock.project_get(
  id    uuid,
  actor uuid default rowlock.actor_current()
)
returns rowlock.project
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access  constant rowlock.access := rowlock._actor_access(actor => actor);
  v_project rowlock.project;
begin
  select p.* into v_project from rowlock.project p where p.id = project_get.id and v_access.actor is not null;
  if not found then
    perform rowlock._project_missing(id => id);
  end if;
  return v_project;
end;
$$;

comment on function rowlock.project_get is 'A project; any signed-in account may see it. Raises PT401, PT403, PT404.';
revoke all on function rowlock.project_get from public;
select rowlock._function_grant('project_get', 'service', 'user', 'proxy');
