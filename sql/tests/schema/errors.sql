begin;
\ir ../_fixtures.psql
select plan(3);

create function found(schema jsonb, instance jsonb) returns text[] language sql as $$
  select coalesce(array_agg(e.path || ' ' || e.keyword order by e.path collate "C", e.keyword), '{}') from rowlock.schema_errors(schema => found.schema, instance => found.instance) e;
$$;

select is(found('{"type": "integer"}', '1.0'), '{}', '1.0 is an integer');
select is(found('{"properties": {"a/b": {"type": "string"}, "c": false}, "required": ["d"]}', '{"a/b": 1, "c": 2}'),
  array[' required', '/a~1b type', '/c properties'], 'each error names the value and the keyword');
select is(found('{"$ref": "https://example.org/other"}', '1'), array[' $ref'], 'a remote document is never fetched');

select * from finish();
rollback;
