-- rowlock._facet_key_check(field, key): refuse what cannot be the name of a facet.
create or replace function rowlock._facet_key_check(
  field text,
  key   text
)
returns void
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  if rowlock._facet_is_key(key) is not true then
    perform rowlock._argument_refuse(
      field => _facet_key_check.field, reason => 'not_facet_key',
      hint => format('A facet key is letters, digits and underscores, and not %s.', coalesce(to_jsonb(left(key, 50))::text, 'null')));
  end if;
end;
$$;

comment on function rowlock._facet_key_check is 'Raises PT400 naming the field when the key is not made of A-Z, a-z, 0-9 and _.';
revoke all on function rowlock._facet_key_check from public;
