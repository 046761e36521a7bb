-- rowlock._escalation_search_value(field, kind, value): one element of a plain kind, checked.
create or replace function rowlock._escalation_search_value(
  field text,
  kind  text,
  value jsonb
)
returns jsonb
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_uuid   constant text := '^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$';
  v_type   constant text := jsonb_typeof(value);
  v_number numeric;
begin
  case
    when kind in ('texts', 'uuids') then
      if v_type <> 'array' then
        perform rowlock._argument_refuse(
          field => field, reason => 'not_array', hint => format('Give %s as an array.', field));
      end if;
      if jsonb_array_length(value) > 1000 then
        perform rowlock._argument_refuse(
          field => field, reason => 'too_many', hint => format('Give at most 1000 %s.', field));
      end if;
      perform rowlock._escalation_search_value(
        field => _escalation_search_value.field, kind => rtrim(_escalation_search_value.kind, 's'), value => a.value)
      from jsonb_array_elements(_escalation_search_value.value) a;
    when kind = 'count' then
      if value not in ('"exact"', '"false"', 'false') then
        perform rowlock._argument_refuse(
          field => field, reason => 'unknown', hint => 'exact, false, or leave it out.');
      end if;
      return to_jsonb(value #>> '{}');
    when kind = 'boolean' then
      if v_type <> 'boolean' then
        perform rowlock._argument_refuse(
          field => field, reason => 'not_boolean', hint => format('Give %s as true or false.', field));
      end if;
    when kind = 'integer' then
      v_number := case v_type when 'number' then (value #>> '{}')::numeric end;
      if v_number is null or v_number <> trunc(v_number) then
        perform rowlock._argument_refuse(
          field => field, reason => 'not_integer', hint => format('Give %s as a whole number.', field));
      end if;
      v_number := least(greatest(v_number, -9e18), 9e18);
      perform rowlock._argument_range(
        field => field, value => v_number::bigint,
        low => case when rowlock._escalation_search_name(key => field) = 'skip_rows' then 0 else 1 end,
        high => case when rowlock._escalation_search_name(key => field) = 'skip_rows' then 2147483647 when field = 'priority' then 9 else 500 end);
      return to_jsonb(v_number::bigint);
    when v_type <> 'string' then
      perform rowlock._argument_refuse(
        field => field, reason => 'not_text', hint => format('Give %s as text.', field));
    when kind = 'uuid' then
      if (value #>> '{}') !~ v_uuid then
        perform rowlock._argument_refuse(field => field, reason => 'not_uuid', hint => 'An id is a UUID.');
      end if;
    else
      perform rowlock._argument_text(
        field => field, value => value #>> '{}', max_length => case kind when 'cursor' then 20000 else 200 end);
  end case;
  return value;
end;
$$;

comment on function rowlock._escalation_search_value is
  'kind: text, texts, uuid, uuids, integer, boolean, count, cursor. Returns the value; whole numbers without a fraction. Raises PT400 naming the field.';
revoke all on function rowlock._escalation_search_value from public;
