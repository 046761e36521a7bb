begin;
\ir ../_fixtures.psql
select plan(19);

select machine('here'), machine('there'), machine('dead');
create function give(title text, host text default 'here', by text default 'planner') returns rowlock.run language sql as $$
  select rowlock.run_dispatch(id => (run_of(give.title)).id, host_id => (host_of(give.host)).id, actor => who(give.by));
$$;
select run('one'), run('two'), run('meant', 'there'), run('stray', 'dead'), run('twin');
select is((select row(r.status, r.host_id = (host_of('here')).id, r.version)::text from give('one') r), '(spawning,t,2)', 'a pending run is given to a host');
select is((select row(e.topic, e.actor = who('planner'))::text from rowlock.event e where e.subject_id = (run_of('one')).id::text order by e.seq desc limit 1), '(run.spawning,t)', 'one event tells of it');
select refused($$select give('one')$$, 'PT409', 'transition_legal', 'illegal_transition', 'the second call is refused');
select refused($$select give('one', 'there')$$, 'PT409', 'transition_legal', 'illegal_transition', 'for another host too');
select refused($$select give('meant')$$, 'PT409', 'run_target', 'other_target', 'what is meant for another host that may take it is not given away');
select is((give('meant', 'there')).status, 'spawning', 'that one gets it');
select silent('dead');
select is((give('stray')).host_id, (host_of('here')).id, 'what is meant for a host that is gone is');
select refused($$select give('two', 'dead')$$, 'PT409', 'host_eligible', 'gone', 'a host that is gone gets nothing');
update rowlock.host set status = 'disabled' where name = 'there';
select refused($$select give('two', 'there')$$, 'PT409', 'host_eligible', 'disabled', 'nor one that is disabled');
update rowlock.run set session_name = (run_of('one')).session_name where id = (run_of('twin')).id;
select refused($$select give('twin')$$, 'PT409', 'run_session_taken', 'session_taken', 'nor is a session name given twice on a host');
select is((run_of('twin')).version, 1, 'what is refused changes nothing');
select refused($$select give('two', by => 'here')$$, 'PT403', 'actor_planner', 'not_planner', 'a host gives itself nothing');
select refused($$select give('two', by => 'worker')$$, 'PT403', 'actor_planner', 'not_planner', 'nor who may not write the plan');
select refused($$select give('none')$$, 'PT400', 'argument_invalid', 'missing', 'no run', 'id');
select refused($$select give('two', 'none')$$, 'PT400', 'argument_invalid', 'missing', 'no host', 'host_id');
select refused($$select rowlock.run_dispatch(id => gen_random_uuid(), host_id => (host_of('here')).id, actor => who('planner'))$$, 'PT404', 'run_exists', 'not_found', 'a run that is none');
select refused($$select rowlock.run_dispatch(id => (run_of('two')).id, host_id => gen_random_uuid(), actor => who('planner'))$$, 'PT404', 'host_exists', 'not_found', 'a host that is none');
select is((give('two', by => 'lead')).status, 'spawning', 'an admin writes the plan');
select is((rowlock.run_dispatch_answer(result => run_of('two'))).body ->> 'status', 'spawning', 'the answer is the record');

select * from finish();
rollback;
