-- rowlock._run_lock(id): one run, locked; or it does not exist.
-- Reads: rowlock.run.
create or replace function rowlock._run_lock(id uuid)
returns rowlock.run
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_run rowlock.run;
begin
  if id is null then
    perform rowlock._argument_text(field => 'id', value => null, required => true);
  end if;
  select r.* into v_run from rowlock.run r where r.id = _run_lock.id for update;
  if not found then
    perform rowlock._run_missing(id => id);
  end if;
  return v_run;
end;
$$;

comment on function rowlock._run_lock is 'Locked FOR UPDATE: whatever is judged of it then holds until the end of the transaction. Raises PT400, PT404.';
revoke all on function rowlock._run_lock from public;
