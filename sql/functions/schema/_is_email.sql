-- rowlock._schema_is_email(value): is it a mailbox of RFC 5321?
create or replace function rowlock._schema_is_email(value text)
returns boolean
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
set standard_conforming_strings = on
as $$
declare
  -- Dot-string or quoted string, then what the last @ leaves.
  v_parts constant text[] := regexp_match(value collate "C",
    '^([-A-Za-z0-9!#$%&''*+/=?^_`{|}~]+(?:\.[-A-Za-z0-9!#$%&''*+/=?^_`{|}~]+)*|"(?:[ !#-[\]-~]|\\[ -~])*")@([^@]+)$');
  v_domain constant text := v_parts[2];
begin
  if v_parts is null or octet_length(v_parts[1]) > 64 or octet_length(v_domain) > 255 then
    return false;
  end if;
  if v_domain ~* '^\[IPv6:.*\]$' then
    return rowlock._schema_is_ipv6(substr(rtrim(v_domain, ']'), 7));
  elsif v_domain ~ '^\[.*\]$' then
    return rowlock._schema_is_ipv4(btrim(v_domain, '[]'));
  end if;
  return rowlock._schema_is_hostname(v_domain);
end;
$$;

comment on function rowlock._schema_is_email is 'The domain may be an address literal in brackets.';
revoke all on function rowlock._schema_is_email from public;
