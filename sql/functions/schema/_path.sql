-- rowlock._schema_path(tokens): a JSON pointer of its tokens.
create or replace function rowlock._schema_path(tokens text[])
returns text
language sql immutable security invoker
as $$
  select coalesce(string_agg(rowlock._schema_token(t.token), '' order by t.n), '')
  from unnest(tokens) with ordinality t (token, n)
$$;

comment on function rowlock._schema_path is 'Empty for the whole document.';
revoke all on function rowlock._schema_path from public;
