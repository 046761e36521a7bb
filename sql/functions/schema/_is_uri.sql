-- rowlock._schema_is_uri(value): is it a URI reference of RFC 3986?
create or replace function rowlock._schema_is_uri(value text)
returns boolean
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
set standard_conforming_strings = on
as $$
declare
  c_pchar constant text := '(?:[-A-Za-z0-9._~!$&''()*+,;=:@]|%[0-9A-Fa-f]{2})';
  v_parts constant text[] := regexp_match(value, '^([^:/?#]+:)?(//[^/?#]*)?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$');
  v_host  text;
begin
  if v_parts[1] collate "C" !~ '^[A-Za-z][-A-Za-z0-9+.]*:$'
    or v_parts[3] collate "C" !~ ('^(?:' || c_pchar || '|/)*$')
    or v_parts[4] || coalesce(v_parts[5], '') collate "C" !~ ('^(?:' || c_pchar || '|[/?])*$')
    or v_parts[5] collate "C" !~ ('^(?:' || c_pchar || '|[/?])*$') then
    return false;
  end if;
  if v_parts[2] is null then
    return true;
  end if;
  v_host := substring(v_parts[2] collate "C" from
    '^//(?:(?:[-A-Za-z0-9._~!$&''()*+,;=:]|%[0-9A-Fa-f]{2})*@)?'
    '(\[[^][]*\]|(?:[-A-Za-z0-9._~!$&''()*+,;=]|%[0-9A-Fa-f]{2})*)(?::[0-9]*)?$');
  return v_host is not null and (v_host !~ '^\[' or rowlock._schema_is_ipv6(btrim(v_host, '[]'))
    or v_host collate "C" ~* '^\[v[0-9a-f]+\.[-a-z0-9._~!$&''()*+,;=:]+\]$');
end;
$$;

comment on function rowlock._schema_is_uri is 'Absolute or relative; characters beyond ASCII have to be escaped.';
revoke all on function rowlock._schema_is_uri from public;
