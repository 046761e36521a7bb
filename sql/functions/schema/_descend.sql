-- rowlock._schema_descend(document, schema, instance, path, scope, depth, work, probe, collect, evaluated): members or items.
create or replace function rowlock._schema_descend(
  document  jsonb,
  schema    jsonb,
  instance  jsonb,
  path      text,
  scope     jsonb,
  depth     integer,
  work      integer,
  probe     boolean,
  collect   boolean,
  evaluated text[]
)
returns rowlock.schema_result
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_least     constant numeric := coalesce((schema -> 'minContains')::numeric, 1);
  v_most      constant numeric := (schema -> 'maxContains')::numeric;
  v_held      integer := 0;
  v_work      integer := work + 2 + pg_column_size(instance) / 2048;
  v_errors    rowlock.schema_error[];
  v_evaluated text[];
  v_path      text;
  v_subschema jsonb;
  v_part      rowlock.schema_result;
  r           rowlock.schema_application;
begin
  if schema ? 'patternProperties' and evaluated is null and jsonb_typeof(instance) = 'object' then
    v_work := v_work + rowlock._schema_patterns_work(schema -> 'patternProperties', instance);
  end if;
  if v_work > 10000 then
    perform rowlock._schema_bound(path => path, depth => depth);
  end if;
  foreach r in array rowlock._schema_parts(schema => schema, instance => instance, evaluated => evaluated) loop
    -- Enough is known of contains, unless somebody asks which items it evaluated.
    continue when r.keyword = 'contains' and v_held >= v_least and v_most is null and not collect;
    v_path := path || rowlock._schema_token(r.token);
    v_subschema := coalesce(r.subschema, schema -> r.keyword);
    if v_subschema = 'false' then
      v_part := row(
        array[row(v_path, r.keyword, 'is not allowed')::rowlock.schema_error], null, v_work + 1)::rowlock.schema_result;
    else
      v_part := rowlock._schema_validate(
        document => document, schema => v_subschema, instance => r.instance, path => v_path, scope => scope,
        depth => depth + 1, work => v_work, probe => probe or r.keyword = 'contains', collect => false);
    end if;
    v_work := v_part.work;
    if r.keyword = 'contains' then
      continue when v_part.errors is not null;
      v_held := v_held + 1;
    elsif v_part.errors is not null then
      v_errors := v_errors || v_part.errors;
      exit when probe or cardinality(v_errors) > 1000;
    end if;
    if collect and r.keyword <> 'propertyNames' then
      v_evaluated := v_evaluated || r.token;
    end if;
  end loop;
  if evaluated is null and schema ? 'contains' and jsonb_typeof(instance) = 'array' then
    v_errors := v_errors || rowlock._schema_assert_contains(path => path, held => v_held, low => v_least, high => v_most);
  end if;
  return row(v_errors, v_evaluated, v_work)::rowlock.schema_result;
end;
$$;

comment on function rowlock._schema_descend is
  'What _schema_validate finds in the members or items; with evaluated, in those that are not among them.';
revoke all on function rowlock._schema_descend from public;
