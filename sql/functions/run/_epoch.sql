-- rowlock._run_epoch(run, attempt): does the caller speak of the present attempt? False: of an earlier one.
create or replace function rowlock._run_epoch(
  run     rowlock.run,
  attempt integer
)
returns boolean
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  if attempt is null then
    perform rowlock._run_protocol(what => 'attempt', hint => 'Signals and questions tell the attempt that they are of.');
  elsif attempt > run.attempt then
    perform rowlock._run_protocol(what => 'attempt', hint => 'The run has not come to this attempt.');
  end if;
  return attempt = run.attempt;
end;
$$;

comment on function rowlock._run_epoch is 'Raises PT400 for none, and for one that is still to come.';
revoke all on function rowlock._run_epoch from public;
