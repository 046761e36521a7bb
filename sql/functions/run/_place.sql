-- rowlock._run_place(id, host_id, at, actor): give a run that is locked to a host.
-- Writes: rowlock.run, rowlock.event.
create or replace function rowlock._run_place(
  id      uuid,
  host_id uuid,
  at      timestamptz,
  actor   uuid
)
returns rowlock.run
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_run rowlock.run;
  v_seq bigint;
begin
  update rowlock.run r
  set status = 'spawning', host_id = _run_place.host_id, version = r.version + 1, updated_at = _run_place.at
  where r.id = _run_place.id
  returning r.* into v_run;
  v_seq := rowlock._run_journal(run => v_run, verb => 'spawning', actor => actor, occurred_at => at);
  return v_run;
end;
$$;

comment on function rowlock._run_place is 'From pending to spawning. Raises PT409, and 23505 when the name of its session is taken there.';
revoke all on function rowlock._run_place from public;
