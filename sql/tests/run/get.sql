begin;
\ir ../_fixtures.psql
select plan(13);

select run_as('running', 'one');
create function body() returns jsonb language sql as $$
  select (rowlock.run_get_answer(result => rowlock.run_get(id => (run_of('one')).id, actor => who('nobody')))).body;
$$;
select is((rowlock.run_get(id => (run_of('one')).id, actor => who('nobody'))).status, 'running', 'whoever signed in reads a run');
select is((rowlock.run_get(id => (run_of('one')).id, actor => who('here'))).cwd, '/srv/secret', 'its host is told where it works');
select is(body() -> 'lease', 'null', 'nobody is attached');
select is((select array[b ->> 'item_title', b ->> 'project_name', b ->> 'host_name'] from body() b), '{one,Plan,here}', 'what its item, project and host are called');
select is(body() -> 'parked', 'false', 'it waits for nobody');
select rowlock.run_lease_acquire(id => (run_of('one')).id, holder => 'ada', actor => who('planner'));
select is(body() #>> '{lease,holder}', 'ada', 'the record tells who is attached');
update rowlock.run_lease set acquired_at = now() - interval '2 hours', expires_at = now();
select is(body() -> 'lease', 'null', 'but not one whose time is over');
select ask('may I');
update rowlock.escalation set run_id = (run_of('one')).id where id = esc('may I');
select is(body() -> 'parked', 'true', 'with a pending question it is parked');
select ok((select v.parked from rowlock.runs v), 'in the view too');
select rowlock.escalation_resolve(id => esc('may I'), resolver_payload => '{}', actor => who('chief'));
select is(body() -> 'parked', 'false', 'once that is answered it is not');
select refused($$select rowlock.run_get(id => gen_random_uuid(), actor => who('nobody'))$$, 'PT404', 'run_exists', 'not_found', 'a run that is none');
select refused($$select rowlock.run_get(id => null, actor => who('nobody'))$$, 'PT404', 'run_exists', 'not_found', 'no id');
select refused($$select rowlock.run_get(id => (run_of('one')).id, actor => who('suspended'))$$, 'PT401', 'actor_active', 'not_active', 'a suspended account');

select * from finish();
rollback;
