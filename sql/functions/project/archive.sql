-- rowlock.project_archive(id, actor): the structure of a project stands still from now on.
-- Writes: rowlock.project, rowlock.event.
create or replace function rowlock.project_archive(
  id    uuid,
  actor uuid default rowlock.actor_current()
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
  perform rowlock._actor_planner(access => v_access);
  update rowlock.project p
  set status = 'archived', version = p.version + 1, updated_at = v_now
  where p.id = project_archive.id and p.status = 'active'
  returning p.* into v_project;
  if found then
    perform rowlock._project_journal(
      project => v_project, verb => 'archived', actor => v_access.actor, occurred_at => v_now,
      payload => jsonb_build_object('status', v_project.status));
    return v_project;
  end if;

  -- Nothing was written: it is there already, or not at all.
  select p.* into v_project from rowlock.project p where p.id = project_archive.id;
  if not found then
    perform rowlock._project_missing(id => id);
  end if;
  return v_project;
end;
$$;

comment on function rowlock.project_archive is
  'No item is created, moved, reordered or deleted in it until it is unarchived; statuses, texts and runs go on. Of an archived project: nothing, and no event. For those who may write the plan. Raises PT400, PT401, PT403, PT404.';
revoke all on function rowlock.project_archive from public;
select rowlock._function_grant('project_archive', 'service', 'user', 'proxy');
