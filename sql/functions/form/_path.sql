-- rowlock._form_path(path): the steps of a path of dot keys and [n], or null when it is none.
create or replace function rowlock._form_path(path text)
returns text[]
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
set standard_conforming_strings = on
as $$
begin
  if path !~ '^([^.\[\]]+|\[\d{1,9}\])(\[\d{1,9}\])*(\.[^.\[\]]+(\[\d{1,9}\])*)*$' then
    return null;
  end if;
  return string_to_array(ltrim(translate(path, '[]', '.'), '.'), '.');
end;
$$;

comment on function rowlock._form_path is 'a.b[0].c as {a,b,0,c}; null for a text that is no such path.';
revoke all on function rowlock._form_path from public;
