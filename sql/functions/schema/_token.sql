-- rowlock._schema_token(token): a step of a JSON pointer, with its slash.
create or replace function rowlock._schema_token(token text)
returns text
language sql immutable security invoker
as $$
  select '/' || replace(replace(token, '~', '~0'), '/', '~1')
$$;

comment on function rowlock._schema_token is 'The token, escaped by RFC 6901.';
revoke all on function rowlock._schema_token from public;
