-- rowlock._run_max_attempts(): how many attempts a run has, by the setting.
-- Reads: rowlock.setting.
create or replace function rowlock._run_max_attempts()
returns integer
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  return coalesce((select s.value::integer from rowlock.setting s where s.name = 'run_max_attempts'), 3);
end;
$$;

comment on function rowlock._run_max_attempts is 'The setting run_max_attempts, else 3.';
revoke all on function rowlock._run_max_attempts from public;
