-- rowlock._run_signal_refuse(run, kind, exit_code): the status of a run forbids a signal.
create or replace function rowlock._run_signal_refuse(
  run       rowlock.run,
  kind      text,
  exit_code integer
)
returns void
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  -- The edge may exist, for another cause: a spawning run fails, but not by an exit code.
  raise exception 'transition is not legal'
    using errcode = 'PT409', constraint = 'transition_legal',
          detail = jsonb_build_object(
            'reason', 'illegal_transition', 'machine', 'run', 'id', run.id, 'signal', kind, 'from', run.status,
            'to', case
              when kind in ('started', 'progress') then 'running'
              when kind = 'finished' and exit_code = 0 then 'exited'
              else 'failed'
            end)::text,
          hint = case
            when run.status in ('pending', 'spawning') then 'Send started first, and then this once more.'
            else 'The attempt has ended: nothing more is to be told of it.'
          end;
end;
$$;

comment on function rowlock._run_signal_refuse is 'Raises PT409; nothing is kept of the signal, so it can be sent again.';
revoke all on function rowlock._run_signal_refuse from public;
