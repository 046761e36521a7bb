-- rowlock._schema_assert_object(schema, value, path): number of members, and which must be there.
create or replace function rowlock._schema_assert_object(
  schema jsonb,
  value  jsonb,
  path   text
)
returns rowlock.schema_error[]
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_errors rowlock.schema_error[];
  v_count  integer;
begin
  if schema ? 'required' then
    v_errors := array(
      select row(path, 'required', format('must have %s', left(k.key, 200)))::rowlock.schema_error
      from jsonb_array_elements_text(schema -> 'required') with ordinality k (key, n)
      where not _schema_assert_object.value ? k.key order by k.n limit 1000);
  end if;
  if schema ? 'dependentRequired' then
    v_errors := v_errors || array(
      select row(path, 'dependentRequired',
        format('must have %s, with %s', left(k.key, 200), left(d.key, 200)))::rowlock.schema_error
      from jsonb_each(schema -> 'dependentRequired') d cross join lateral jsonb_array_elements_text(d.value) k (key)
      where _schema_assert_object.value ? d.key and not _schema_assert_object.value ? k.key limit 1000);
  end if;
  if schema ?| '{minProperties,maxProperties}' then
    v_count := (select count(*) from jsonb_object_keys(value));
    if v_count < (schema -> 'minProperties')::numeric then
      v_errors := array_append(v_errors,
        row(path, 'minProperties',
          format('must have at least %s members', left(schema ->> 'minProperties', 50)))::rowlock.schema_error);
    end if;
    if v_count > (schema -> 'maxProperties')::numeric then
      v_errors := array_append(v_errors,
        row(path, 'maxProperties',
          format('must have at most %s members', left(schema ->> 'maxProperties', 50)))::rowlock.schema_error);
    end if;
  end if;
  return nullif(v_errors, '{}');
end;
$$;

comment on function rowlock._schema_assert_object is 'The errors by required, dependentRequired, minProperties and maxProperties.';
revoke all on function rowlock._schema_assert_object from public;
