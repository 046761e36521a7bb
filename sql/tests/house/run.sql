-- The machine of a run: each of the 36 pairs, by a direct UPDATE and through the verbs; and what the table itself refuses.
begin;
\ir ../_fixtures.psql
select plan(93);

select machine('here');
select item('work');
create temp table legal (from_status text, to_status text);
insert into legal values
  ('pending', 'spawning'), ('pending', 'failed'), ('spawning', 'running'), ('spawning', 'failed'),
  ('running', 'exited'), ('running', 'failed'), ('running', 'stopped'), ('failed', 'pending');
create temp table pair as
select f.status as from_status, t.status as to_status, (f.status, t.status) in (select l.from_status, l.to_status from legal l) as is_legal
from unnest(array['pending', 'spawning', 'running', 'exited', 'failed', 'stopped']) f (status)
cross join unnest(array['pending', 'spawning', 'running', 'exited', 'failed', 'stopped']) t (status);

-- born(status): a run that came to this status by the edges alone, so that no signal of it is in the ledger.
create function born(status text) returns uuid language plpgsql as $$
declare
  v_id uuid := run('work');
  v_step text;
begin
  foreach v_step in array case status
    when 'pending' then '{}' when 'spawning' then '{spawning}' when 'running' then '{spawning,running}' when 'failed' then '{spawning,failed}'
    else array['spawning', 'running', born.status] end
  loop
    update rowlock.run set status = v_step, host_id = (host_of('here')).id where id = v_id;
  end loop;
  return v_id;
end;
$$;
-- pushed(from, to, how): what becomes of it: the status afterwards, and how the call was refused.
create function pushed(from_status text, to_status text, how text) returns text language plpgsql as $$
declare
  v_id     uuid := born(from_status);
  v_said   text;
  v_detail jsonb;
begin
  begin
    if how = 'update' then
      update rowlock.run set status = to_status, host_id = case when to_status <> 'pending' then (host_of('here')).id end where id = v_id;
    else
      case to_status
        when 'pending' then perform rowlock.run_requeue(id => v_id, actor => who('planner'));
        when 'spawning' then perform rowlock.run_dispatch(id => v_id, host_id => (host_of('here')).id, actor => who('planner'));
        when 'running' then perform rowlock.run_signal(id => v_id, attempt => 1, kind => 'started', actor => who('chief'));
        when 'exited' then perform rowlock.run_signal(id => v_id, attempt => 1, kind => 'finished', payload => '{"exit_code": 0}', actor => who('chief'));
        when 'stopped' then perform rowlock.run_stop(id => v_id, actor => who('planner'));
        when 'failed' then
          if from_status = 'pending' then
            update rowlock.run set pending_since = now() - interval '1 hour' where id = v_id;
            perform rowlock.run_sweep_dispatch_timeouts();
          else
            perform rowlock.run_signal(id => v_id, attempt => 1, kind => 'failed', actor => who('chief'));
          end if;
      end case;
    end if;
  exception when sqlstate 'PT409' then
    get stacked diagnostics v_said = constraint_name, v_detail = pg_exception_detail;
    v_said := concat_ws(' ', v_said, v_detail ->> 'from', v_detail ->> 'to');
  end;
  return concat_ws(' ', (select r.status from rowlock.run r where r.id = v_id), v_said);
end;
$$;

select bag_eq(
  $$select t.from_status, t.to_status from rowlock.transition t where t.machine = 'run'$$, 'select l.from_status, l.to_status from legal l', 'the edges of a run are these eight');
select is((select count(*) filter (where p.is_legal) || ' ' || count(*) filter (where not p.is_legal) from pair p), '8 28', 'of 36 pairs');
-- An UPDATE that leaves the status as it is moves nothing.
select is(
  pushed(p.from_status, p.to_status, 'update'),
  case when p.is_legal or p.from_status = p.to_status then p.to_status else format('%s transition_legal %1$s %s', p.from_status, p.to_status) end,
  format('an UPDATE from %s to %s is %s', p.from_status, p.to_status, case when p.is_legal then 'an edge' when p.from_status = p.to_status then 'none' else 'refused' end))
from pair p;
-- The end of what was stopped is told, and it stays stopped.
select is(
  pushed(p.from_status, p.to_status, 'verb'),
  case
    when p.is_legal then p.to_status
    when (p.from_status, p.to_status) = ('stopped', 'exited') then 'stopped'
    else format('%s transition_legal %1$s %s', p.from_status, p.to_status)
  end,
  format('a verb from %s to %s is %s', p.from_status, p.to_status, case when p.is_legal then 'an edge' else 'none' end))
from pair p;

-- Every event of a run tells the run and its attempt, and none where it works.
select is((select count(*)::integer from rowlock.event e where e.topic like 'run.%' and not (e.payload ? 'run_id' and e.payload ? 'attempt')), 0, 'every event has run and attempt');
select is((select count(*)::integer from rowlock.event e where e.topic like 'run.%' and e.payload::text like '%secret%'), 0, 'none has a directory');

create function broken(status text, change text, rule text, label text) returns text language sql as $$
  select refused(format('update rowlock.run set %s where id = %L', broken.change, born(broken.status)), '23514', broken.rule, null, broken.label);
$$;
select broken('pending', $$host_id = (host_of('here')).id$$, 'run_pending_host', 'what is pending is on no host');
select broken(s, 'host_id = null', 'run_placed_host', s || ' is on some host') from unnest(array['spawning', 'running', 'exited', 'stopped']) s;
select broken(s, $$failure_reason = 'host_lost'$$, 'run_failure_reason_failed', s || ' has no reason') from unnest(array['pending', 'spawning', 'running', 'exited', 'stopped']) s;
select broken('failed', $$failure_reason = 'nonzero_exit'$$, 'run_failure_reason_known', 'there are six reasons');
select broken('pending', 'attempt = 0', 'run_attempt_positive', 'attempts count from 1');
select broken('pending', $$pending_since = 'infinity'$$, 'run_times_finite', 'times are finite');
select lives_ok(format($$update rowlock.run set host_id = null where id = %L$$, born('failed')), 'what failed may have been on no host');
select refused(format($$delete from rowlock.host where id = %L$$, (host_of('here')).id), '23503', 'run_host_id_fkey', null, 'a host that has runs stays');
select lives_ok($$delete from rowlock.work_item$$, 'with its item a run goes');
select is_empty('select from rowlock.run', 'and all of them');

select * from finish();
rollback;
