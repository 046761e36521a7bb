begin;
\ir ../_fixtures.psql
select plan(6);

select rowlock.topic_create(topic => 'app.one', description => 'One', actor => who('chief'));
select is((rowlock.topic_get(topic => 'app.one', actor => who('nobody'))).description, 'One', 'whoever signed in sees it');
select is((rowlock.topic_get_answer(result => rowlock.topic_get(topic => 'app.one', actor => who('nobody')))).body - '{created_at,updated_at}'::text[], jsonb_build_object(
  'topic', 'app.one', 'description', 'One', 'category', 'app', 'payload_schema', null, 'example', null, 'source', 'topic_publish', 'tags', '[]'::jsonb,
  'system', false, 'learned', false, 'first_used_at', null, 'created_by', who('chief')), 'the record says what it is');
select is((rowlock.topic_get_answer(result => rowlock.topic_get(topic => 'run.started', actor => who('nobody')))).body -> 'system', 'true', 'and which are the schema''s');
select refused($$select rowlock.topic_get(topic => 'app.none', actor => who('chief'))$$, 'PT404', 'topic_exists', 'not_found', 'an unknown one is refused');
select refused($$select rowlock.topic_get(topic => null, actor => who('chief'))$$, 'PT400', 'argument_invalid', 'missing', 'none is refused', 'topic');
select refused($$select rowlock.topic_get(topic => 'app.one', actor => who('suspended'))$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');

select * from finish();
rollback;
