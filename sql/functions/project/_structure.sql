-- rowlock._project_structure(id): lock a project whose tree is to change, against other changes of its tree.
-- Reads: rowlock.project.
create or replace function rowlock._project_structure(id uuid)
returns rowlock.project
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_project rowlock.project;
begin
  -- Not stronger, so that rows that refer to the project go in meanwhile.
  select p.* into v_project from rowlock.project p where p.id = _project_structure.id for no key update;
  if not found then
    perform rowlock._project_missing(id => id);
  end if;
  if v_project.status <> 'active' then
    raise exception 'project is archived'
      using errcode = 'PT423', constraint = 'project_active',
            detail = jsonb_build_object('reason', 'project_archived', 'project_id', v_project.id, 'slug', v_project.slug)::text,
            hint = 'Unarchive it first; statuses and texts of its items can be changed as it is.';
  end if;
  return v_project;
end;
$$;

comment on function rowlock._project_structure is
  'Locks and returns the project; what is read afterwards stands until the end of the transaction. Raises PT404, PT423.';
revoke all on function rowlock._project_structure from public;
