-- rowlock._schema_reference_faults(schema, nodes): references that name nothing, or lead back to themselves.
create or replace function rowlock._schema_reference_faults(
  schema jsonb,
  nodes  rowlock.schema_node[]
)
returns setof rowlock.schema_error
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_document constant jsonb := rowlock._schema_document(schema => schema, format_assertion => false);
  v_work     bigint := 0;
  v_part     rowlock.schema_result;
  v_text     text;
  r          record;
begin
  if not v_document ? 'schema' then
    return;
  end if;
  for r in
    select n.path, n.base, n.subschema, k.keyword
    from unnest(nodes) n cross join unnest(array['$ref', '$dynamicRef']) k (keyword)
    where n.subschema ? k.keyword
  loop
    begin
      if rowlock._schema_find(v_document, jsonb_build_array(r.base), r.subschema ->> r.keyword, false) is null then
        v_text := 'names nothing in the schema; other documents are never fetched';
      else
        -- Whatever applies to null applies to any value: a circle shows without a value to descend into.
        continue when v_work > 10000;
        v_part := rowlock._schema_validate(
          document => v_document, schema => r.subschema - '$id', instance => 'null', path => '',
          scope => jsonb_build_array(r.base), depth => 1, work => 0, probe => false, collect => false);
        v_work := v_work + v_part.work;
        continue;
      end if;
    exception
      when sqlstate 'PT422' then
        get stacked diagnostics v_text = pg_exception_hint;
        v_text := 'leads back to itself, or too far: a value ' || v_text;
      when data_exception then
        v_text := 'is no URI reference';
    end;
    return next row(rowlock._schema_path(r.path), r.keyword, v_text)::rowlock.schema_error;
    -- What goes in circles takes long, each time.
    exit when v_text ~ '^leads';
  end loop;
end;
$$;

comment on function rowlock._schema_reference_faults is 'What schema_problems tells of $ref and $dynamicRef.';
revoke all on function rowlock._schema_reference_faults from public;
