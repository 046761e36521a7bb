-- rowlock._schema_is_ipv6(value): is it an address of RFC 4291?
create or replace function rowlock._schema_is_ipv6(value text)
returns boolean
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_tail constant text := substring(value from '[^:]*$');
  v_value text := value;
begin
  if strpos(v_tail, '.') > 0 then
    if not rowlock._schema_is_ipv4(v_tail) then
      return false;
    end if;
    -- An IPv4 address at the end stands for two groups.
    v_value := left(value, -char_length(v_tail)) || '0:0';
  end if;
  if v_value collate "C" ~ '^(?:[0-9a-fA-F]{1,4}:){7}[0-9a-fA-F]{1,4}$' then
    return true;
  end if;
  return v_value collate "C" ~ '^(?:[0-9a-fA-F]{1,4}(?::[0-9a-fA-F]{1,4})*)?::(?:[0-9a-fA-F]{1,4}(?::[0-9a-fA-F]{1,4})*)?$'
    and (select count(*) from regexp_matches(v_value, '[0-9a-fA-F]+', 'g')) <= 7;
end;
$$;

comment on function rowlock._schema_is_ipv6 is 'Without zone and without prefix length.';
revoke all on function rowlock._schema_is_ipv6 from public;
