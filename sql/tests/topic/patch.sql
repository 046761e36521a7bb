begin;
\ir ../_fixtures.psql
select plan(16);

select rowlock.topic_create(topic => 'app.one', description => 'One', payload_schema => '{"type": "object"}', example => '{"a": 1}', tags => '{x}', actor => who('chief'));
create function patched(patch jsonb, topic text default 'app.one', by text default 'chief') returns rowlock.topic_catalog language sql as $$
  select t from rowlock.topic_patch(topic => patched.topic, patch => patched.patch, actor => who(patched.by)) t;
$$;
select is((select row(t.description, t.payload_schema, t.tags) from patched('{"description": "Two"}') t), row('Two'::text, '{"type": "object"}'::jsonb, '{x}'::text[]),
  'a member sets, what is absent keeps');
select is((select row(t.description, t.payload_schema, t.example, t.tags) from patched('{"description": null, "payload_schema": null, "example": null, "tags": null}') t),
  row(''::text, null::jsonb, null::jsonb, '{}'::text[]), 'null clears');
select is((patched('{"payload_schema": false, "tags": ["a", "b"]}')).payload_schema, 'false', 'false is a schema');
select is((patched('{"tags": ["a", "b"]}')).tags, '{a,b}'::text[], 'tags are replaced');
select is((patched('{"description": "Somebody asks."}', 'escalation.created')).description, 'Somebody asks.', 'topics of the schema are told about too');
select refused(format('select patched(%L)', a.patch), 'PT400', 'argument_invalid', a.reason, a.patch || ' is refused', a.field)
from (values ('{"topic": "app.two"}', 'unknown', 'topic'), ('{"tags": "a"}', 'not_strings', 'tags'), ('{"tags": [1]}', 'not_strings', 'tags'), ('{"tags": [["a"]]}', 'not_strings', 'tags'), ('{"payload_schema": 7}', 'not_schema', 'payload_schema'),
  ('{"example": 7}', 'not_object', 'example'), ('{"description": 7}', 'not_string', 'description')) a (patch, reason, field);
select refused($$select patched('{}', 'app.none')$$, 'PT404', 'topic_exists', 'not_found', 'an unknown one is refused');
select refused($$select patched('{}', null)$$, 'PT400', 'argument_invalid', 'missing', 'none is refused', 'topic');
select refused($$select patched('{}', by => 'lead')$$, 'PT403', 'actor_global', 'not_global', 'it needs global access');
select refused($$select patched('{}', by => 'suspended')$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');

select * from finish();
rollback;
