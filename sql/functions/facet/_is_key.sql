-- rowlock._facet_is_key(key): whether a query can name the key, as an inlined predicate.
create or replace function rowlock._facet_is_key(key text)
returns boolean
language sql immutable security invoker
as $$
  select pg_catalog.length($1) operator(pg_catalog.<=) 200 and $1 operator(pg_catalog.~) '^[A-Za-z0-9_]+$'
$$;

comment on function rowlock._facet_is_key is 'A-Z, a-z, 0-9 and _, 1 to 200 of them; null for null.';
revoke all on function rowlock._facet_is_key from public;
