-- rowlock._time_parse(value): a time that a text tells in ISO 8601, or null.
create or replace function rowlock._time_parse(value text)
returns timestamptz
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
set standard_conforming_strings = on
-- A time without an offset means UTC, whatever the session's zone is.
set timezone = 'UTC'
as $$
begin
  -- The form keeps out what the server reads beside ISO 8601: now, infinity, names of zones.
  if value ~ '^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d{1,9})?)?( ?(Z|[+-]\d\d(:?\d\d)?))?)?$' then
    return value::timestamptz;
  end if;
  return null;
-- The form alone tells nothing of the 31st of February.
exception when data_exception then
  return null;
end;
$$;

comment on function rowlock._time_parse is 'The time; null for what is no date or time in ISO 8601. Without an offset it is UTC.';
revoke all on function rowlock._time_parse from public;
