-- rowlock.run_get(id, actor): one run.
-- Reads: rowlock.run.
create or replace function rowlock.run_get(
  id    uuid,
  actor uuid default rowlock.actor_current()
)
returns rowlock.run
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_run    rowlock.run;
begin
  select r.* into v_run from rowlock.run r where r.id = run_get.id;
  if not found then
    perform rowlock._run_missing(id => id);
  end if;
  return v_run;
end;
$$;

comment on function rowlock.run_get is
  'The run, for everybody who is signed in. Raises PT401, PT403, PT404.';
revoke all on function rowlock.run_get from public;
select rowlock._function_grant('run_get', 'service', 'user', 'proxy');
