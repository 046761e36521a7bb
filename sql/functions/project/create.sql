-- rowlock.project_create(name, slug, description, actor): a new project, active and empty.
-- Writes: rowlock.project, rowlock.event.
create or replace function rowlock.project_create(
  name        text,
  slug        text,
  description text default '',
  actor       uuid default rowlock.actor_current()
)
returns rowlock.project
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access  constant rowlock.access := rowlock._actor_access(actor => actor);
  v_now     constant timestamptz := clock_timestamp();
  v_project rowlock.project;
begin
  v_project.name := name;
  v_project.slug := slug;
  v_project.description := description;
  perform rowlock._project_check(project => v_project);
  perform rowlock._actor_planner(access => v_access);

  insert into rowlock.project (name, slug, description, created_at, updated_at)
  values (project_create.name, project_create.slug, project_create.description, v_now, v_now)
  on conflict on constraint project_slug_key do nothing
  returning * into v_project;
  if not found then
    perform rowlock._project_taken(slug => slug);
  end if;
  perform rowlock._project_journal(
    project => v_project, verb => 'created', actor => v_access.actor, occurred_at => v_now,
    payload => jsonb_build_object('name', v_project.name));
  return v_project;
end;
$$;

comment on function rowlock.project_create is
  'A project; its slug is its name in addresses and is given once. For those who may write the plan. Raises PT400, PT401, PT403, PT409.';
revoke all on function rowlock.project_create from public;
select rowlock._function_grant('project_create', 'service', 'user', 'proxy');
