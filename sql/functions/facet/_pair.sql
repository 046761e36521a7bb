-- rowlock._facet_pair(key, value): one facet to look for, checked: {key: value}, by the type of the value.
create or replace function rowlock._facet_pair(
  key   text,
  value jsonb
)
returns jsonb
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  perform rowlock._facet_key_check(field => 'key', key => key);
  if value is null then
    perform rowlock._argument_text(field => 'value', value => null, required => true);
  end if;
  if jsonb_typeof(value) not in ('string', 'number', 'boolean') then
    perform rowlock._argument_refuse(
      field => 'value', reason => 'not_scalar', hint => 'Give value as text, as a number, or as true or false.');
  end if;
  perform rowlock._argument_size(field => 'value', value => value, max_bytes => 10000);
  return jsonb_build_object(key, value);
end;
$$;

comment on function rowlock._facet_pair is
  'An object for metadata @>. Raises PT400 naming key or value: no facet key, or neither text, number nor boolean.';
revoke all on function rowlock._facet_pair from public;
