-- rowlock._schema_combine(document, schema, instance, path, scope, depth, work, probe, collect): schemas for the same value.
create or replace function rowlock._schema_combine(
  document jsonb,
  schema   jsonb,
  instance jsonb,
  path     text,
  scope    jsonb,
  depth    integer,
  work     integer,
  probe    boolean,
  collect  boolean
)
returns rowlock.schema_result
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_any    integer := 0;
  v_one    integer := 0;
  v_if     boolean;
  v_fits   boolean;
  v_found  jsonb;
  v_part   rowlock.schema_result;
  v_result rowlock.schema_result;
  r        rowlock.schema_application;
begin
  v_result.work := work + 2;
  foreach r in array array(select b from rowlock._schema_branches(schema, instance) b) loop
    -- Only who collects wants all that fit; a second one of oneOf decides it.
    continue when r.keyword = 'then' and not v_if or r.keyword = 'else' and v_if
      or r.keyword = 'anyOf' and v_any > 0 and not collect or r.keyword = 'oneOf' and v_one > 1;
    v_found := null;
    if r.keyword in ('$ref', '$dynamicRef') then
      v_found := rowlock._schema_find(
        document => document, scope => scope, reference => r.token, dynamic => r.keyword = '$dynamicRef');
      if v_found is null then
        perform rowlock._schema_refuse(keyword => r.keyword, path => path,
          message => 'cannot be checked: the schema has nothing at ' || left(r.token, 200));
      end if;
      r.subschema := v_found -> 0;
      v_result.work := v_result.work + 1;
    end if;
    v_part := rowlock._schema_validate(
      document => document, schema => r.subschema, instance => instance, path => path,
      scope => coalesce(v_found -> 1, scope), depth => depth + 1, work => v_result.work, probe => probe or r.keyword in ('anyOf', 'oneOf', 'not', 'if'),
      collect => collect and r.keyword <> 'not');
    v_result.work := v_part.work;
    v_fits := v_part.errors is null;

    case r.keyword
      when 'anyOf' then v_any := v_any + v_fits::integer;
      when 'oneOf' then v_one := v_one + v_fits::integer;
      when 'if' then v_if := v_fits;
      when 'not' then
        if v_fits then
          v_result.errors := v_result.errors || row(path, 'not', 'is what it must not be')::rowlock.schema_error;
        end if;
      else v_result.errors := v_result.errors || v_part.errors;
    end case;
    exit when cardinality(v_result.errors) > case when probe then 0 else 1000 end;
    if collect and v_fits and r.keyword <> 'not' then
      v_result.evaluated := v_result.evaluated || v_part.evaluated;
    end if;
  end loop;
  if schema ? 'anyOf' and v_any = 0 then
    v_result.errors := v_result.errors || row(path, 'anyOf', 'is none of what it may be')::rowlock.schema_error;
  end if;
  if schema ? 'oneOf' and v_one <> 1 then
    v_result.errors := v_result.errors || row(path, 'oneOf', case v_one
      when 0 then 'is none of what it may be' else 'fits more than one of what it may be' end)::rowlock.schema_error;
  end if;
  return v_result;
end;
$$;

comment on function rowlock._schema_combine is
  'What _schema_validate finds by the references and combinators of a schema. Raises PT422 when a reference names nothing.';
revoke all on function rowlock._schema_combine from public;
