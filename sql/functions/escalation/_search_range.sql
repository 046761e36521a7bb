-- rowlock._escalation_search_range(field, item): one {facet, op, value} of a range, checked.
create or replace function rowlock._escalation_search_range(
  field text,
  item  jsonb
)
returns jsonb
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_known constant text[] := array['facet', 'op', 'value'];
  v_other constant text := (
    select left(min(k.key), 50) from jsonb_object_keys(_escalation_search_range.item - v_known) k (key));
  v_value numeric;
begin
  if v_other is not null then
    perform rowlock._argument_refuse(
      field => format('%s.%s', _escalation_search_range.field, v_other), reason => 'unknown',
      hint => 'A range is {"facet": key, "op": one of < <= > >= =, "value": number}.');
  end if;
  if jsonb_typeof(item -> 'facet') is distinct from 'string' then
    perform rowlock._argument_refuse(
      field => _escalation_search_range.field || '.facet', reason => 'not_text', hint => 'Give the key of a facet.');
  end if;
  perform rowlock._facet_key_check(field => _escalation_search_range.field || '.facet', key => item ->> 'facet');
  if jsonb_typeof(item -> 'op') is distinct from 'string' or item ->> 'op' not in ('<', '<=', '>', '>=', '=') then
    perform rowlock._argument_refuse(
      field => _escalation_search_range.field || '.op', reason => 'unknown_operator',
      hint => format('op is one of < <= > >= =, and not %s.', coalesce(left((item -> 'op')::text, 50), 'missing')));
  end if;
  v_value := rowlock._facet_number(item -> 'value');
  if v_value is null then
    perform rowlock._argument_refuse(
      field => _escalation_search_range.field || '.value', reason => 'not_number',
      hint => 'Give value as a number below 1e309.');
  end if;
  return jsonb_build_object('facet', item -> 'facet', 'op', item -> 'op', 'value', v_value);
end;
$$;

comment on function rowlock._escalation_search_range is
  'The item with its value as a number. Raises PT400 naming the member that is unknown, missing or wrong.';
revoke all on function rowlock._escalation_search_range from public;
