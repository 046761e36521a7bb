-- rowlock._form_bind(name, field): where in an answer the value of a field stands.
create or replace function rowlock._form_bind(
  name  text,
  field jsonb
)
returns text[]
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  if jsonb_typeof(field -> 'x-lt-bind') = 'string' then
    return coalesce(rowlock._form_path(field ->> 'x-lt-bind'), array[field ->> 'x-lt-bind']);
  end if;
  return array[name];
end;
$$;

comment on function rowlock._form_bind is
  'The steps of x-lt-bind, which is one key when it is no path; without one the field''s own name.';
revoke all on function rowlock._form_bind from public;
