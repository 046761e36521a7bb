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
  c_false  constant jsonb := 'false';
  v_least  constant numeric := coalesce((schema -> 'minContains')::numeric, 1);
  v_most   constant numeric := (schema -> 'maxContains')::numeric;
  v_held   integer := 0;
  v_part   rowlock.schema_result;
  v_result rowlock.schema_result;
  v_path   text;
  r        rowlock.schema_application;
begin
  v_result.work := work + pg_column_size(instance) / 2048
    + case when schema ? 'patternProperties' and evaluated is null and jsonb_typeof(instance) = 'object'
        then rowlock._schema_patterns_work(schema -> 'patternProperties', instance) else 0 end;
  if v_result.work > 20000 then
    perform rowlock._schema_bound(path => path, depth => depth);
  end if;
  foreach r in array rowlock._schema_parts(schema => schema, instance => instance, evaluated => evaluated) loop
    -- Enough is known of contains, unless somebody asks which items it evaluated.
    continue when r.keyword = 'contains' and v_held >= v_least and v_most is null and not collect;
    v_path := path || rowlock._schema_token(r.token);
    if r.subschema = c_false then
      v_part := row(array[row(v_path, r.keyword, 'is not allowed')::rowlock.schema_error], null, v_result.work + 1)::rowlock.schema_result;
    else
      v_part := rowlock._schema_validate(document => document, schema => r.subschema, instance => r.instance, path => v_path,
        scope => scope, depth => depth + 1, work => v_result.work, probe => probe or r.keyword = 'contains', collect => false);
    end if;
    v_result.work := v_part.work;
    if r.keyword = 'contains' then
      continue when v_part.errors is not null;
      v_held := v_held + 1;
    elsif v_part.errors is not null then
      v_result.errors := v_result.errors || v_part.errors;
      exit when probe or cardinality(v_result.errors) > 1000;
    end if;
    if collect and r.keyword <> 'propertyNames' then
      v_result.evaluated := v_result.evaluated || r.token;
    end if;
  end loop;
  if evaluated is null and schema ? 'contains' and jsonb_typeof(instance) = 'array' and v_held not between v_least and coalesce(v_most, v_held) then
    v_result.errors := v_result.errors || row(
      path, case when v_held >= v_least then 'maxContains' when v_least = 1 then 'contains' else 'minContains' end,
      format('holds %s items that fit; %s', v_held, case when v_held >= v_least then 'at most ' || v_most else 'at least ' || v_least end))::rowlock.schema_error;
  end if;
  return v_result;
end;
$$;

comment on function rowlock._schema_descend is
  'What _schema_validate finds in the members or items; with evaluated, in those that are not among them.';
revoke all on function rowlock._schema_descend from public;
