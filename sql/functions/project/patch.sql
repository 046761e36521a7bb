-- rowlock.project_patch(id, patch, actor): change name, slug or description of a project.
-- Writes: rowlock.project, rowlock.event.
create or replace function rowlock.project_patch(
  id    uuid,
  patch jsonb default '{}',
  actor uuid default rowlock.actor_current()
)
returns rowlock.project
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_now    timestamptz;
  v_old    rowlock.project;
  v_new    rowlock.project;
begin
  perform rowlock._argument_members(patch => patch, kinds => '{"name": "string", "slug": "string", "description": "string?"}');
  perform rowlock._actor_planner(access => v_access);
  -- Locked, so that what is compared here is what is written.
  select p.* into v_old from rowlock.project p where p.id = project_patch.id for no key update;
  if not found then
    perform rowlock._project_missing(id => id);
  end if;
  v_new := jsonb_populate_record(v_old, patch);
  v_new.description := coalesce(v_new.description, '');
  perform rowlock._project_check(project => v_new);
  if v_new is not distinct from v_old then
    return v_old;
  end if;

  v_now := clock_timestamp();
  begin
    update rowlock.project p
    set name = v_new.name, slug = v_new.slug, description = v_new.description, version = p.version + 1, updated_at = v_now
    where p.id = project_patch.id
    returning p.* into v_new;
  exception when unique_violation then
    perform rowlock._project_taken(slug => v_new.slug);
  end;
  perform rowlock._project_journal(
    project => v_new, verb => 'updated', actor => v_access.actor, occurred_at => v_now,
    payload => jsonb_build_object('changed', rowlock._argument_changed(
      patch => patch, before => to_jsonb(v_old), after => to_jsonb(v_new))));
  return v_new;
end;
$$;

comment on function rowlock.project_patch is
  'Of {name, slug, description}: a key absent keeps, a value sets, null empties the description. An archived project may be patched too; a patch that changes nothing leaves no event. For those who may write the plan. Raises PT400, PT401, PT403, PT404, PT409.
Example: {"name": "Launch", "slug": "launch", "description": "What has to be done before we open."}';
revoke all on function rowlock.project_patch from public;
select rowlock._function_grant('project_patch', 'service', 'user', 'proxy');
