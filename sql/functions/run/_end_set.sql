-- rowlock._run_end_set(runs, status, failure_reason, at, access): many runs end in one way.
-- Writes: rowlock.run, rowlock.run_lease, rowlock.escalation, rowlock.event.
create or replace function rowlock._run_end_set(
  runs           rowlock.run[],
  status         text,
  failure_reason text,
  at             timestamptz,
  access         rowlock.access default null
)
returns setof rowlock.run
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_run rowlock.run;
begin
  -- Run by run, rows would be locked in another order than theirs, and whoever settles some of them wait in a ring.
  perform rowlock._run_asks_lock(ids => array(select r.id from unnest(runs) r));
  foreach v_run in array runs loop
    v_run := rowlock._run_end(
      run => v_run, status => _run_end_set.status, failure_reason => _run_end_set.failure_reason, exit_code => null,
      at => _run_end_set.at, access => _run_end_set.access);
    return next v_run;
  end loop;
end;
$$;

comment on function rowlock._run_end_set is
  'Each as _run_end has it; the caller has locked them. Raises PT409.';
revoke all on function rowlock._run_end_set from public;
