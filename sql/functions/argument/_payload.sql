-- rowlock._argument_payload(field, value): a payload given as JSON, or as a string that holds JSON.
create or replace function rowlock._argument_payload(
  field text,
  value jsonb
)
returns jsonb
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_value jsonb := value;
begin
  perform rowlock._argument_size(field => field, value => value);
  if jsonb_typeof(value) = 'string' then
    begin
      v_value := (value #>> '{}')::jsonb;
    -- Not JSON, a number out of range, an escape that text cannot hold, nesting beyond the stack.
    exception when data_exception or program_limit_exceeded then
      perform rowlock._argument_refuse(
        field => field, reason => 'not_json', hint => format('Give %s as an object, or as JSON text.', field));
    end;
    -- What a string holds can be longer than the string.
    perform rowlock._argument_size(field => field, value => v_value);
  end if;
  if jsonb_typeof(v_value) = 'null' then
    return null;
  end if;
  return v_value;
end;
$$;

comment on function rowlock._argument_payload is
  'The payload as JSON. Raises PT400 naming the field when a string holds no JSON or the value is too large.';
revoke all on function rowlock._argument_payload from public;
