-- rowlock._cursor_text(place): a place in a list, as opaque text.
create or replace function rowlock._cursor_text(place jsonb)
returns text
language sql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
  select translate(encode(convert_to(place::text, 'UTF8'), 'base64'), E'+/=\n', '-_');
$$;

comment on function rowlock._cursor_text is 'The place in URL-safe base64.';
revoke all on function rowlock._cursor_text from public;
