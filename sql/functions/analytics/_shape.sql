-- rowlock._analytics_shape(field, items, names, shape): a list of objects, or an array for each of their members.
create or replace function rowlock._analytics_shape(
  field text,
  items jsonb,
  names text[],
  shape text
)
returns jsonb
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  if shape = 'rows' then
    return jsonb_build_object(field, coalesce(items, '[]'));
  elsif shape is distinct from 'columns' then
    perform rowlock._argument_refuse(field => 'shape', reason => 'unknown', hint => 'Give rows or columns.');
  end if;
  return (
    select jsonb_build_object('columns', jsonb_object_agg(n.name, (
      select coalesce(jsonb_agg(i.value -> n.name order by i.ordinality), '[]')
      from jsonb_array_elements(items) with ordinality i)))
    from unnest(names) n (name));
end;
$$;

comment on function rowlock._analytics_shape is
  '{<field>: items} for rows, {columns: {<name>: […]}} for columns, ready for drawing. Raises PT400.';
revoke all on function rowlock._analytics_shape from public;
