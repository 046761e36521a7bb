-- rowlock._run_not_running(run): refuse what only a running run can be asked for.
create or replace function rowlock._run_not_running(run rowlock.run)
returns void
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  raise exception 'run is not running'
    using errcode = 'PT409', constraint = 'run_running',
          detail = jsonb_build_object('reason', run.status, 'id', run.id, 'status', run.status)::text,
          hint = 'Its session is there from started to its end.';
end;
$$;

comment on function rowlock._run_not_running is 'Raises PT409; the reason is the status.';
revoke all on function rowlock._run_not_running from public;
