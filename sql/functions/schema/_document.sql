-- rowlock._schema_document(schema, format_assertion): the schema with an index of what references can name.
create or replace function rowlock._schema_document(
  schema           jsonb,
  format_assertion boolean
)
returns jsonb
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
set standard_conforming_strings = on
as $$
declare
  v_document jsonb;
  v_text     constant text := schema::text;
begin
  if v_text !~ '"\$(ref|dynamicRef)"' then
    return jsonb_build_object('format', format_assertion);
  end if;
  v_document := jsonb_build_object('format', format_assertion, 'schema', schema);
  if strpos(v_text, 'https://json-schema.org/draft/2020-12/') > 0 then
    v_document := v_document || jsonb_build_object('meta', rowlock._schema_meta());
  end if;
  -- A pointer from the root needs no index while there is one base URI.
  if v_text !~ '"\$(id|anchor|dynamicAnchor)"' and not v_document ? 'meta' then
    return v_document;
  end if;
  return v_document || (
    select jsonb_build_object(
      -- The first of a name is the nearest to the root: twice is a problem of the schema.
      'index', coalesce(jsonb_object_agg(e.uri, e.path order by e.depth desc) filter (where e.uri is not null), '{}'),
      'dynamic', coalesce(jsonb_object_agg(e.uri, e.path order by e.depth desc) filter (where e.dynamic), '{}'))
    from (
      select 'schema' as top, n.path, n.base, n.subschema as schema from rowlock._schema_nodes(schema) n
      union all
      select 'meta', m.key || n.path, n.base, n.subschema
      from jsonb_each(v_document -> 'meta') m cross join lateral rowlock._schema_nodes(m.value) n) n
    cross join lateral (
      select to_jsonb(n.top || n.path) as path, cardinality(n.path) as depth, u.uri, u.dynamic
      from (values
        (case when n.path = '{}' then '' end, false),
        (case when n.path = '{}' or jsonb_typeof(n.schema -> '$id') = 'string'
          then regexp_replace(n.base, '#$', '') end, false),
        (regexp_replace(n.base, '#$', '') || '#' || (n.schema ->> '$anchor'), false),
        (regexp_replace(n.base, '#$', '') || '#' || (n.schema ->> '$dynamicAnchor'), true)) u (uri, dynamic)
      where u.uri is not null and (n.top = 'schema' or u.uri <> '')) e);
end;
$$;

comment on function rowlock._schema_document is
  '{format, schema, index: {URI: path}, dynamic: {URI: path}}; without references only what is needed.';
revoke all on function rowlock._schema_document from public;
