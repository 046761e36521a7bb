-- rowlock._facet_keys(metadata): the keys of an object that a query can name.
create or replace function rowlock._facet_keys(metadata jsonb)
returns text[]
language sql immutable security invoker
as $$
  select array(
    select k.key from pg_catalog.jsonb_object_keys($1) k (key) where rowlock._facet_is_key(k.key))
$$;

comment on function rowlock._facet_keys is 'Its keys of A-Z, a-z, 0-9 and _.';
revoke all on function rowlock._facet_keys from public;
