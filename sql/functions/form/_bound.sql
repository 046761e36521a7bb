-- rowlock._form_bound(field, keyword, dynamic, context): a bound that the schema states, or finds in the context.
create or replace function rowlock._form_bound(
  field   jsonb,
  keyword text,
  dynamic text,
  context jsonb
)
returns numeric
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
set standard_conforming_strings = on
as $$
declare
  v_value jsonb := field -> keyword;
begin
  if v_value is null and jsonb_typeof(field -> dynamic) = 'string' then
    v_value := context #> rowlock._form_place(field ->> dynamic);
  end if;
  return case
    when jsonb_typeof(v_value) = 'number' then v_value::numeric
    when jsonb_typeof(v_value) = 'string' and v_value #>> '{}' ~ '^\s*[-+]?(\d{1,100}(\.\d{0,100})?|\.\d{1,100})([eE][-+]?\d{1,3})?\s*$'
      then (v_value #>> '{}')::numeric
  end;
end;
$$;

comment on function rowlock._form_bound is
  'The number at keyword, else the one (or its digits) at the domain.path that dynamic names; null: no bound.';
revoke all on function rowlock._form_bound from public;
