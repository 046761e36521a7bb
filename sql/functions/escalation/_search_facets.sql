-- rowlock._escalation_search_facets(field, value): facets, block, exists or range of a query, checked.
create or replace function rowlock._escalation_search_facets(
  field text,
  value jsonb
)
returns jsonb
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  -- Facets are one object that has to be contained, and are looked at as the blocked ones are.
  v_single constant boolean := _escalation_search_facets.field = 'facets';
  v_items  constant jsonb := case when v_single then jsonb_build_array(value) else value end;
  v_range  jsonb := '[]';
  v_at     text;
  r        record;
begin
  if jsonb_typeof(v_items) <> 'array' then
    perform rowlock._argument_refuse(
      field => _escalation_search_facets.field, reason => 'not_array',
      hint => format('Give %s as an array.', _escalation_search_facets.field));
  end if;
  if jsonb_array_length(v_items) > 100 then
    perform rowlock._argument_refuse(
      field => _escalation_search_facets.field, reason => 'too_many',
      hint => format('Give at most 100 in %s.', _escalation_search_facets.field));
  end if;

  for r in select i.value as item, i.n - 1 as n from jsonb_array_elements(v_items) with ordinality i (value, n) order by i.n loop
    -- What is refused is named by its place: range.0.op.
    v_at := _escalation_search_facets.field || case when v_single then '' else '.' || r.n end;
    if _escalation_search_facets.field = 'exists' then
      if jsonb_typeof(r.item) <> 'string' then
        perform rowlock._argument_refuse(field => v_at, reason => 'not_text', hint => 'exists is an array of facet keys.');
      end if;
      perform rowlock._facet_key_check(field => v_at, key => r.item #>> '{}');
      continue;
    end if;
    perform rowlock._argument_object(field => v_at, value => r.item);
    if _escalation_search_facets.field = 'range' then
      v_range := v_range || rowlock._escalation_search_range(field => v_at, item => r.item);
    else
      perform rowlock._facet_key_check(field => format('%s.%s', v_at, left(k.key, 50)), key => k.key)
      from jsonb_object_keys(r.item) k (key);
    end if;
  end loop;
  return case _escalation_search_facets.field when 'range' then v_range else value end;
end;
$$;

comment on function rowlock._escalation_search_facets is
  'The value; bounds of a range as numbers. Raises PT400 naming the element, and within it the item and the key.';
revoke all on function rowlock._escalation_search_facets from public;
