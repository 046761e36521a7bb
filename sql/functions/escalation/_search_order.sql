-- rowlock._escalation_search_order(order_by): the sort fields with direction and type, always ending in the id.
create or replace function rowlock._escalation_search_order(order_by jsonb)
returns jsonb
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  -- Each of these is a column and, under the same name, a field of the record: the cursor is read from there.
  v_types   constant jsonb := jsonb_build_object(
    'id', 'uuid', 'role', 'text', 'type', 'text', 'subtype', 'text', 'entity', 'text', 'status', 'text',
    'priority', 'integer', 'origin_id', 'text', 'workflow_id', 'text', 'task_id', 'uuid', 'assigned_to', 'uuid',
    'assigned_until', 'timestamptz', 'claimed_at', 'timestamptz', 'resolved_at', 'timestamptz',
    'expires_at', 'timestamptz', 'ended_at', 'timestamptz', 'created_at', 'timestamptz', 'updated_at', 'timestamptz');
  v_given   jsonb := order_by;
  v_sorting jsonb := '[]';
  v_reason  text;
  r         record;
begin
  if jsonb_typeof(v_given) <> 'array' then
    perform rowlock._argument_refuse(
      field => 'order_by', reason => 'not_array', hint => 'order_by is [{"field": …, "direction": "asc" or "desc"}].');
  end if;
  if v_given = '[]' then
    v_given := '[{"field": "priority"}, {"field": "created_at"}]';
  end if;

  for r in
    select
      a.n, a.value as item, a.value ->> 'field' as field, coalesce(a.value ->> 'direction', 'asc') as direction,
      a.value ->> 'field' like 'metadata.%' and rowlock._facet_is_key(substr(a.value ->> 'field', 10)) as is_facet,
      coalesce(a.value -> 'numeric', 'null') as is_numeric
    from jsonb_array_elements(v_given || '[{"field": "id"}]') with ordinality a (value, n)
    order by a.n
  loop
    v_reason := case
      when jsonb_typeof(r.item) <> 'object' then 'malformed'
      when r.item - array['field', 'direction', 'numeric'] <> '{}' then 'unknown'
      when r.field is null or not (v_types ? r.field or r.is_facet) then 'unknown_field'
      when r.direction not in ('asc', 'desc') then 'unknown_direction'
      when r.is_numeric not in ('null', 'true', 'false') then 'not_boolean'
      when r.is_numeric = 'true' and not r.is_facet then 'not_facet'
      when r.n > 8 and r.is_facet then 'too_many'
      when r.n <= jsonb_array_length(v_given)
        and v_sorting @> jsonb_build_array(jsonb_build_object('field', r.field)) then 'repeated'
    end;
    if v_reason is not null then
      perform rowlock._argument_refuse(
        field => 'order_by', reason => v_reason,
        hint => format('Not by %s. Sort by each of these at most once, asc or desc: %s, metadata.<key> (numeric or not, among the first eight).',
          left(r.item::text, 60), (select string_agg(k.name, ', ' order by k.name) from jsonb_object_keys(v_types) k (name))));
    end if;
    -- Nothing sorts below the id, which is the last tie-breaker wherever it stands.
    continue when v_sorting @> '[{"field": "id"}]';
    v_sorting := v_sorting || jsonb_build_array(jsonb_build_object(
      'field', r.field, 'direction', r.direction,
      'type', case when not r.is_facet then v_types ->> r.field when r.is_numeric = 'true' then 'numeric' else 'text' end)
      || case when r.is_facet then jsonb_build_object('facet', substr(r.field, 10)) else '{}' end);
  end loop;
  return v_sorting;
end;
$$;

comment on function rowlock._escalation_search_order is
  '[{field, direction, type}], and facet with the key of one; by default priority, created_at, id. Raises PT400 for what is neither in the list of columns nor a facet.';
revoke all on function rowlock._escalation_search_order from public;
