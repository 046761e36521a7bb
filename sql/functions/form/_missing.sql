-- rowlock._form_missing(value): is this no answer to a required field?
create or replace function rowlock._form_missing(value jsonb)
returns boolean
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  return case jsonb_typeof(value)
    when 'string' then value #>> '{}' !~ '\S'
    when 'boolean' then value = 'false'
    when 'object' then not exists (select from jsonb_each(value) m where rowlock._form_truthy(m.value))
    when 'number' then false
    when 'array' then false
    else true
  end;
end;
$$;

comment on function rowlock._form_missing is
  'Missing, null, false, blank text, and an object without a truthy value; 0 and [] are answers.';
revoke all on function rowlock._form_missing from public;
