-- rowlock._host_shown(host): a host as those who look after it see it: its record, and how many runs it has.
-- Reads: rowlock.run.
create or replace function rowlock._host_shown(host rowlock.host)
returns jsonb
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  -- Counted by run_placed_idx: what is open is little.
  return rowlock._host_record(host) || jsonb_build_object('open_runs', (
    select count(*) from rowlock.run r where r.host_id = host.id and r.status in ('spawning', 'running')));
end;
$$;

comment on function rowlock._host_shown is 'The record, with open_runs: those that are spawning or running there.';
revoke all on function rowlock._host_shown from public;
