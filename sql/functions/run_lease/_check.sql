-- rowlock._run_lease_check(id, holder, access): lock a run whose lease somebody may handle.
-- Reads: rowlock.run, rowlock.host.
create or replace function rowlock._run_lease_check(
  id     uuid,
  holder text,
  access rowlock.access
)
returns rowlock.run
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_run rowlock.run;
begin
  perform rowlock._argument_text(field => 'holder', value => holder, required => true);
  -- The lease has no lock of its own: whoever changes it holds its run.
  v_run := rowlock._run_lock(id => id);
  if not exists (select from rowlock.host h where h.id = v_run.host_id and h.bot_id = access.actor) then
    perform rowlock._actor_planner(access => access);
  end if;
  return v_run;
end;
$$;

comment on function rowlock._run_lease_check is
  'The bot of the run''s host may, and whoever may write the plan. Raises PT400, PT403, PT404.';
revoke all on function rowlock._run_lease_check from public;
