begin;
\ir ../_fixtures.psql
select plan(4);

select rowlock.event_consumer_put(name => 'a', actor => who('chief'));
select refused($$select rowlock.event_consumer_delete(name => 'a', actor => who('lead'))$$, 'PT403', 'actor_global', 'not_global', 'the admin of a role may not');
select is((rowlock.event_consumer_delete(name => 'a', actor => who('chief'))).name, 'a', 'it is told as it was');
select is_empty('select from rowlock.event_consumer', 'and gone');
select refused($$select rowlock.event_consumer_delete(name => 'a', actor => who('chief'))$$, 'PT404', 'event_consumer_exists', 'not_found', 'a second time it is not there');

select * from finish();
rollback;
