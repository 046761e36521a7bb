-- rowlock._project_missing(id): refuse a project that is not there.
create or replace function rowlock._project_missing(id uuid)
returns void
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  raise exception 'project does not exist'
    using errcode = 'PT404', constraint = 'project_exists',
          detail = jsonb_build_object('reason', 'not_found', 'id', id)::text,
          hint = 'List the projects to find its id.';
end;
$$;

comment on function rowlock._project_missing is 'Raises PT404.';
revoke all on function rowlock._project_missing from public;
