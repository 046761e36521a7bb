-- rowlock._form_pin(metadata): the version of its role's schema that a row is pinned to.
create or replace function rowlock._form_pin(metadata jsonb)
returns integer
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
set standard_conforming_strings = on
as $$
declare
  v_pin  constant jsonb := metadata -> 'schema_version';
  v_text constant text := case when jsonb_typeof(v_pin) in ('number', 'string') then v_pin #>> '{}' end;
begin
  if jsonb_typeof(v_pin) = 'string' and v_text !~ '^\d{1,10}$' then
    return null;
  end if;
  return case when v_text::numeric between 1 and 2147483647 and v_text::numeric % 1 = 0 then v_text::numeric::integer end;
end;
$$;

comment on function rowlock._form_pin is 'An integer from 1, or its digits in a string; null: none, or what no version can be.';
revoke all on function rowlock._form_pin from public;
