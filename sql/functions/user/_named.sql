-- rowlock._user_named(name, id, external_id): does a name stand for this account? As an inlined expression.
create or replace function rowlock._user_named(
  name        text,
  id          uuid,
  external_id text
)
returns boolean
language sql immutable security invoker
as $$
  select $1 operator(pg_catalog.=) $3 or pg_catalog.lower($1) operator(pg_catalog.=) $2::pg_catalog.text
$$;

comment on function rowlock._user_named is
  'Its external id, or its id in either case, which is what people and programs write for an account.';
revoke all on function rowlock._user_named from public;
