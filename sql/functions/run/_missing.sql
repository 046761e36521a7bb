-- rowlock._run_missing(id): refuse the id of no run.
create or replace function rowlock._run_missing(id uuid)
returns void
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  raise exception 'run does not exist'
    using errcode = 'PT404', constraint = 'run_exists',
          detail = jsonb_build_object('reason', 'not_found', 'id', id)::text,
          hint = 'Check the id; with its work item a run is deleted too.';
end;
$$;

comment on function rowlock._run_missing is 'Raises PT404.';
revoke all on function rowlock._run_missing from public;
