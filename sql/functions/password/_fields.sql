-- rowlock._password_fields(form_schema): the fields of a form that take a password, each where its value stands.
create or replace function rowlock._password_fields(form_schema jsonb)
returns setof rowlock.password_field
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  if jsonb_typeof(form_schema -> 'properties') is distinct from 'object' then
    return;
  end if;
  -- Under its own name a bound field has no business, but what was typed there is a secret all the same.
  return query
    select left(f.name, 200), p.path
    from jsonb_each(form_schema -> 'properties') f (name, field)
    cross join lateral (
      select array[f.name]
      union
      select rowlock._form_bind(name => f.name, field => f.field)
    ) p (path)
    where jsonb_typeof(f.field) = 'object' and f.field ->> 'format' = 'password';
end;
$$;

comment on function rowlock._password_fields is
  'Top-level properties with format password; the path is by x-lt-bind and by the own name.';
revoke all on function rowlock._password_fields from public;
