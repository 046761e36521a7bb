-- rowlock._cursor_parse(after): the place that a cursor holds.
create or replace function rowlock._cursor_parse(after text)
returns jsonb
language sql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
  select convert_from(
    decode(translate(after, '-_', '+/') || repeat('=', (4 - length(after) % 4) % 4), 'base64'), 'UTF8')::jsonb;
$$;

comment on function rowlock._cursor_parse is
  'The JSON of _cursor_text. What is not base64, not UTF-8 or not JSON is a data_exception, what is nested too deep a program_limit_exceeded.';
revoke all on function rowlock._cursor_parse from public;
