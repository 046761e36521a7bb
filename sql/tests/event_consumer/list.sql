begin;
\ir ../_fixtures.psql
select plan(3);

select happened('role.updated') as one \gset
select rowlock.event_consumer_put(name => 'b', seq => 0, actor => who('chief')), rowlock.event_consumer_put(name => 'a', seq => 1, actor => who('chief'));
select results_eq($$select c.name from rowlock.event_consumer_list(actor => who('chief_two')) c$$, $$values ('b'), ('a')$$, 'the slowest comes first');
select is((rowlock.event_consumer_list_answer('{}')).body, '{"total": 0, "consumers": []}', 'without any it is an empty list');
select refused($$select rowlock.event_consumer_list(actor => who('lead'))$$, 'PT403', 'actor_global', 'not_global', 'the admin of a role may not');

select * from finish();
rollback;
