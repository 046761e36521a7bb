-- rowlock._form_missing(value): is this no answer to a required field?
create or replace function rowlock._form_missing(value jsonb)
returns boolean
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
set standard_conforming_strings = on
as $$
begin
  -- A statement each: an expression with a query in it is run as one, whatever the kind.
  case jsonb_typeof(value)
    when 'string' then
      return value #>> '{}' !~ '\S';
    when 'boolean' then
      return value = 'false';
    when 'object' then
      return not exists (select from jsonb_each(value) m where rowlock._form_truthy(m.value));
    else
      return coalesce(value = 'null', true);
  end case;
end;
$$;

comment on function rowlock._form_missing is
  'Missing, null, false, blank text, and an object without a truthy value; 0 and [] are answers.';
revoke all on function rowlock._form_missing from public;
