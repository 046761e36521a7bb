-- rowlock._form_values(fields, payload): the answers by the names of their fields, wherever the payload has them.
create or replace function rowlock._form_values(
  fields  jsonb,
  payload jsonb
)
returns jsonb
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  return (
    select coalesce(jsonb_object_agg(v.name, v.value) filter (where v.value is not null), '{}')
    from (
      select f.name, payload #> rowlock._form_bind(name => f.name, field => f.field) as value
      from jsonb_each(fields) f (name, field)
    ) v);
end;
$$;

comment on function rowlock._form_values is
  '{field: value}: x-lt-bind is the path of the value; without one it stands under the field''s own name.';
revoke all on function rowlock._form_values from public;
