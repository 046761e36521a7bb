begin;
\ir ../_fixtures.psql
select plan(4);

create function found(schema jsonb) returns text[] language sql as $$
  select coalesce(array_agg(e.path || ' ' || e.keyword order by e.path collate "C", e.keyword), '{}') from rowlock.schema_problems(schema => found.schema) e;
$$;

select is(found('{"type": "object", "properties": {"a": {"type": "string", "x-lt-bind": 3}}}'), '{}', 'unknown keywords are no problem');
select is(found('{"type": "int", "properties": {"a/b": {"minLength": -1}}}'), array[' type', '/properties/a~1b minLength'],
  'each problem names its place and keyword');
select is(found('{"$ref": "#/$defs/a"}'), array[' $ref'], 'a reference that names nothing');
select is(found('{"pattern": "(a)\\1"}'), array[' pattern'], 'a pattern that refers back');

select * from finish();
rollback;
