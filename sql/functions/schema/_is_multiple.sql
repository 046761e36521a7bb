-- rowlock._schema_is_multiple(value, step): is a number a whole number of steps?
create or replace function rowlock._schema_is_multiple(
  value numeric,
  step  numeric
)
returns boolean
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  -- Thousands of digits take long to divide; who sends them has no form in mind.
  if abs(value) >= 1e400 or scale(value) > 400 or abs(step) >= 1e400 or scale(step) > 400 then
    return false;
  end if;
  return mod(value, step) = 0;
end;
$$;

comment on function rowlock._schema_is_multiple is
  'Exact; never for a number of more than 400 digits before or after the point.';
revoke all on function rowlock._schema_is_multiple from public;
