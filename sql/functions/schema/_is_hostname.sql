-- rowlock._schema_is_hostname(value): is it a host name of RFC 1123, in ASCII?
create or replace function rowlock._schema_is_hostname(value text)
returns boolean
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
set standard_conforming_strings = on
as $$
begin
  return octet_length(value) <= 253
    and value collate "C" ~ ('^(?:[A-Za-z0-9](?:[-A-Za-z0-9]{0,61}[A-Za-z0-9])?\.)*'
      '[A-Za-z0-9](?:[-A-Za-z0-9]{0,61}[A-Za-z0-9])?$')
    and (value collate "C" !~* '(?:^|\.)..--' or (
      select bool_and(case
        when l.label ~* '^xn--' then rowlock._schema_is_alabel(lower(l.label))
        -- Hyphens in this place are reserved for such prefixes.
        else l.label !~ '^..--' end)
      from string_to_array(value, '.') s (labels), unnest(s.labels) l (label)));
end;
$$;

comment on function rowlock._schema_is_hostname is 'Labels of up to 63 characters; xn-- labels must be of IDNA 2008.';
revoke all on function rowlock._schema_is_hostname from public;
