-- rowlock._task_cursor(place): a place in a list of tasks or processes, as opaque text.
create or replace function rowlock._task_cursor(place jsonb)
returns text
language sql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
  select translate(encode(convert_to(place::text, 'UTF8'), 'base64'), E'+/=\n', '-_');
$$;

comment on function rowlock._task_cursor is 'The place [created_at, id], in URL-safe base64.';
revoke all on function rowlock._task_cursor from public;
