-- rowlock._schema_is_time(value): is it a full-time of RFC 3339?
create or replace function rowlock._schema_is_time(value text)
returns boolean
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
set standard_conforming_strings = on
as $$
declare
  v_parts constant text[] := regexp_match(value collate "C", '^([01][0-9]|2[0-3]):([0-5][0-9]):([0-5][0-9]|60)(?:\.[0-9]+)?'
    '(?:[Zz]|([+-])([01][0-9]|2[0-3]):([0-5][0-9]))$');
  v_offset integer;
begin
  if v_parts is null then
    return false;
  end if;
  if v_parts[3] <> '60' then
    return true;
  end if;
  -- A leap second is the last of a day in UTC.
  v_offset := coalesce((v_parts[4] || '1')::integer * (v_parts[5]::integer * 60 + v_parts[6]::integer), 0);
  return mod(v_parts[1]::integer * 60 + v_parts[2]::integer - v_offset + 2880, 1440) = 1439;
end;
$$;

comment on function rowlock._schema_is_time is 'With its offset; second 60 only where UTC has one.';
revoke all on function rowlock._schema_is_time from public;
