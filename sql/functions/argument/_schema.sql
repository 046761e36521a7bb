-- rowlock._argument_schema(field, value): refuse what is no usable JSON Schema, with all that is wrong with it.
create or replace function rowlock._argument_schema(
  field text,
  value jsonb
)
returns void
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_problems jsonb;
begin
  if jsonb_typeof(value) not in ('object', 'boolean') then
    perform rowlock._argument_refuse(
      field => field, reason => 'not_schema', hint => 'A JSON Schema is an object, true or false.');
  end if;
  select jsonb_agg(jsonb_build_object('path', p.path, 'keyword', p.keyword, 'message', p.message) order by p.n) into v_problems
  from rowlock.schema_problems(schema => value) with ordinality p (path, keyword, message, n)
  where p.n <= 100;
  if v_problems is not null then
    raise exception 'argument is not a usable schema'
      using errcode = 'PT400', constraint = 'argument_invalid',
            detail = jsonb_build_object('reason', 'schema_problems', 'field', field, 'problems', v_problems)::text,
            hint = format('Correct %s at the paths that are named.', field);
  end if;
end;
$$;

comment on function rowlock._argument_schema is
  'Raises PT400 naming the field: not a JSON Schema of draft 2020-12, or one that asks for what cannot be checked here.';
revoke all on function rowlock._argument_schema from public;
