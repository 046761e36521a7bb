-- rowlock._password_open(passwords): those that stand in the answer as they are, and that no credential was given for.
create or replace function rowlock._password_open(passwords jsonb)
returns jsonb
language sql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_path_query_array(passwords, '$[*] ? (@.credential == null && @.token == null)');
$$;

comment on function rowlock._password_open is 'As _password_found has them; empty: nothing has to be refused.';
revoke all on function rowlock._password_open from public;
