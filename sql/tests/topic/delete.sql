begin;
\ir ../_fixtures.psql
select plan(9);

select rowlock.topic_create(topic => 'app.one', description => 'One', actor => who('chief')), rowlock.topic_publish(topic => 'app.one', actor => who('chief'));
select refused($$select rowlock.topic_delete(topic => 'app.one', actor => who('lead'))$$, 'PT403', 'actor_global', 'not_global', 'it needs global access');
select is((rowlock.topic_delete(topic => 'app.one', actor => who('chief'))).description, 'One', 'it is gone');
select is((select count(*) from rowlock.event v where v.topic = 'app.one'), 1::bigint, 'its events stay');
select refused($$select rowlock.topic_delete(topic => 'app.one', actor => who('chief'))$$, 'PT404', 'topic_exists', 'not_found', 'what is gone is refused');
select refused($$select rowlock.topic_delete(topic => 'escalation.created', actor => who('chief'))$$, 'PT409', 'topic_system', 'system', 'topics of the schema stay');
select is((select count(*) from rowlock.topic_catalog t where t.topic = 'escalation.created'), 1::bigint, 'in truth');
select rowlock.topic_publish(topic => 'app.one', actor => who('chief'));
select is((rowlock.topic_get(topic => 'app.one', actor => who('chief'))).learned, true, 'who publishes makes it anew');
select refused($$select rowlock.topic_delete(topic => null, actor => who('chief'))$$, 'PT400', 'argument_invalid', 'missing', 'none is refused', 'topic');
select refused($$select rowlock.topic_delete(topic => 'app.one', actor => who('suspended'))$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');

select * from finish();
rollback;
