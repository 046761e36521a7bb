begin;
\ir ../_fixtures.psql
select plan(19);

-- Twice on hosts that were lost or could not begin, then to its end, and another that is stopped.
select machine('there');
select run_as('failed', 'work', 'here');
create function again(title text, on_host text) returns void language plpgsql as $$
declare
  v_run rowlock.run := run_of(title);
begin
  perform rowlock.run_requeue(id => v_run.id, max_attempts => 9, actor => who('planner'));
  perform rowlock.run_dispatch(id => v_run.id, host_id => (host_of(on_host)).id, actor => who('planner'));
  perform rowlock.run_signal(id => v_run.id, attempt => v_run.attempt + 1, kind => 'started', actor => who(on_host));
end;
$$;
create function attempt(title text, n integer) returns rowlock.run_attempt language sql as $$
  select a.* from rowlock.run_attempts(id => (run_of(attempt.title)).id, actor => who('nobody')) a where a.attempt = attempt.n;
$$;
create function kinds(signals jsonb) returns text language sql as $$
  select coalesce(string_agg(s.value ->> 'kind', ' ' order by s.ordinality), '') from jsonb_array_elements(kinds.signals) with ordinality s;
$$;

select again('work', 'there');
select silent('there', 100), rowlock.host_sweep_offline(), rowlock.run_sweep_lost();
select again('work', 'here');
select rowlock.run_signal(id => (run_of('work')).id, attempt => 3, kind => 'progress', seq => n, payload => format('{"lines": %s, "bytes": 10}', n)::jsonb, actor => who('here'))
from generate_series(1, 3) n;

select is(
  (select string_agg(format('%s %s %s', a.attempt, a.status, a.host_name), ', ') from rowlock.run_attempts(id => (run_of('work')).id, actor => who('nobody')) a),
  '3 running here, 2 failed there, 1 failed here', 'the attempts, latest first, each where it was');
select is((attempt('work', 1)).failure_reason, 'spawn_failed', 'why the first failed');
select is((attempt('work', 2)).failure_reason, 'host_lost', 'and why the second');
select is((attempt('work', 3)).failure_reason, null, 'the one that runs has not failed');
select is(kinds((attempt('work', 1)).signals), 'failed', 'the signals that were applied');
select is(kinds((attempt('work', 2)).signals), 'started', 'of each attempt');
select is((attempt('work', 3)).progress - 'at', '{"seq": 3, "lines": 6, "bytes": 30}', 'how far it is');
select is((attempt('work', 1)).progress, null, 'nothing was said of the first');
select ok((attempt('work', 2)).taken_at <= (attempt('work', 2)).started_at and (attempt('work', 2)).started_at <= (attempt('work', 2)).ended_at, 'times are in order');
select is((attempt('work', 3)).ended_at, null, 'what goes on has no end');
select is((attempt('work', 1)).pending_since, (run_of('work')).created_at, 'the first waited from the beginning');
select is((attempt('work', 3)).pending_since, (run_of('work')).pending_since, 'the last since it was queued again');

select rowlock.run_stop(id => (run_of('work')).id, reason => 'wrong branch', actor => who('planner'));
select rowlock.run_signal(id => (run_of('work')).id, attempt => 3, kind => 'finished', payload => '{"exit_code": 143}', actor => who('here'));
select is(
  (select row(a.status, a.stop_reason, a.stopped_by = who('planner'), a.exit_code, a.ended_at = (run_of('work')).finished_at)::text from attempt('work', 3) a),
  '(stopped,"wrong branch",t,143,t)', 'who stopped it and why; the command that ended after it tells its exit code');

-- Retention takes the journal; the run and the ledger stay.
set local session_replication_role = replica;
delete from rowlock.event;
set local session_replication_role = origin;
select is(
  (select string_agg(format('%s %s %s %s', a.attempt, a.status, a.host_name, kinds(a.signals)), ', ') from rowlock.run_attempts(id => (run_of('work')).id, actor => who('nobody')) a),
  '3 stopped here started finished, 2 failed  started, 1 failed  failed', 'without the journal the last is told by the run, the others by the ledger');
select is((attempt('work', 3)).progress, '{"seq": 3, "lines": null, "bytes": null, "at": null}', 'and how far it came');
select is(
  (rowlock.run_attempts_answer(result => array(select a from rowlock.run_attempts(id => (run_of('work')).id, actor => who('nobody')) a))).body #>> '{attempts,1,attempt}',
  '2', 'over HTTP: attempts');

select refused($$select rowlock.run_attempts(id => gen_random_uuid(), actor => who('planner'))$$, 'PT404', 'run_exists', 'not_found', 'a run that is none');
select refused($$select rowlock.run_attempts(id => null, actor => who('planner'))$$, 'PT404', 'run_exists', 'not_found', 'no id');
select refused(format('select rowlock.run_attempts(id => %L, actor => who(%L))', (run_of('work')).id, 'suspended'), 'PT401', 'actor_active', 'not_active', 'who is suspended');

select * from finish();
rollback;
