-- rowlock._schema_is_date(value): is it a full-date of RFC 3339?
create or replace function rowlock._schema_is_date(value text)
returns boolean
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_year  integer;
  v_month integer;
  v_day   integer;
begin
  if value collate "C" !~ '^[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])$' then
    return false;
  end if;
  v_year := left(value, 4);
  v_month := substr(value, 6, 2);
  v_day := substr(value, 9);
  return v_day <= case
    when v_month in (4, 6, 9, 11) then 30
    when v_month <> 2 then 31
    when v_year % 4 = 0 and (v_year % 100 <> 0 or v_year % 400 = 0) then 29
    else 28 end;
end;
$$;

comment on function rowlock._schema_is_date is 'With the days of the month, and leap years.';
revoke all on function rowlock._schema_is_date from public;
