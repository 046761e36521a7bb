-- An answer is tried on a form that no row has; nothing is stored.
begin;
\ir ../_fixtures.psql
select plan(21);

create function tried(
  form jsonb, payload jsonb, context jsonb default '{}', by text default 'lead'
) returns jsonb language sql as $$
  select (rowlock.form_check_answer(result => array(
    select e from rowlock.form_check(
      form_schema => tried.form, payload => tried.payload, context => tried.context, actor => who(tried.by)) e))).body;
$$;
select last_seq() as seq \gset

select is(tried('{"required": ["a"], "properties": {"a": {"type": "string"}}}', '{"a": "x"}'), '{"valid": true, "violations": []}',
  'a good answer has nothing wrong with it');
select is(tried('{"x-lt-order": ["b", "a"], "required": ["a"], "properties": {"a": {"type": "string"}, "b": {"type": "number"}}}', '{"b": "1"}'),
  '{"valid": false, "violations": [{"field": "b", "message": "Must be a number"}, {"field": "a", "message": "This is required"}]}',
  'a bad one is told field by field, in the order of the form');
select is(tried('{"properties": {"a": {"x-lt-maximum": "metadata.most"}}}', '{"a": 9}', '{"metadata": {"most": 5}}') #>> '{violations,0,message}',
  'Must be at most 5', 'bounds look at the row that is given');
select is(tried('{"required": ["a"], "properties": {"a": {"x-lt-showIf": "metadata.b"}}}', '{}', '{"metadata": {}}') -> 'valid', 'true',
  'so do conditions');
select is(tried('{"properties": {}}', payload), '{"valid": false, "violations": [{"field": "", "message": "Must be a group of values"}]}',
  format('%s fills in no form', coalesce(payload::text, 'nothing')))
from unnest(array['[]', 'null', null]::jsonb[]) payload;
select is(tried('true', '{}') -> 'valid', 'true', 'a form may be true');
select is(tried('{"properties": {"a": {"type": "number"}}}', '{"a": "1"}', by => n) -> 'valid', 'false', format('%s may', n))
from unnest(array['chief', 'chief_two']) n;
select refused(format('select tried(%L, %L)', form, '{}'), 'PT400', 'argument_invalid', reason, format('the form %s is refused', coalesce(left(form, 40), 'null')), 'form_schema')
from (values
  ('{"properties": {"a": {"type": 7}}}', 'schema_problems'), ('{"pattern": "("}', 'schema_problems'), ('[]', 'not_schema'), (null, 'not_schema'),
  (jsonb_build_object('a', repeat('x', 262144))::text, 'too_large')) v (form, reason);
select refused(format('select tried(%L, %L)', '{}', jsonb_build_object('a', repeat('x', 262144))), 'PT400', 'argument_invalid', 'too_large',
  'an answer that is too large is refused', 'payload');
select refused(format('select tried(%L, %L, %L)', '{}', '{}', c), 'PT400', 'argument_invalid', reason, format('the context %s is refused', left(c, 20)), 'context')
from (values ('[]', 'not_object'), (jsonb_build_object('a', repeat('x', 262144))::text, 'too_large')) v (c, reason);
select refused($$select tried('{}', '{}', by => 'worker')$$, 'PT403', 'actor_global', 'not_global', 'who administers nothing may not');
select refused($$select * from rowlock.form_check(form_schema => '{}', payload => '{}', actor => null)$$, 'PT401', 'actor_known', 'no_actor', 'nor nobody');
select is((select count(*) from events_since(:seq)), 0::bigint, 'nothing is journaled');

select * from finish();
rollback;
