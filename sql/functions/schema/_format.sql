-- rowlock._schema_format(name, value): is a string of that format? One that is not known holds for all.
create or replace function rowlock._schema_format(
  name  text,
  value text
)
returns boolean
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  return case name
    when 'date' then rowlock._schema_is_date(value)
    when 'time' then rowlock._schema_is_time(value)
    when 'date-time' then substr(value, 11, 1) in ('T', 't')
      and rowlock._schema_is_date(left(value, 10)) and rowlock._schema_is_time(substr(value, 12))
    -- RFC 3339 appendix A: a unit follows the next larger one, or stands first.
    when 'duration' then value collate "C" ~ ('^P(?:[0-9]+W|(?=[0-9T])'
      '(?:[0-9]+Y(?:[0-9]+M(?:[0-9]+D)?)?|[0-9]+M(?:[0-9]+D)?|[0-9]+D)?'
      '(?:T(?:[0-9]+H(?:[0-9]+M(?:[0-9]+S)?)?|[0-9]+M(?:[0-9]+S)?|[0-9]+S))?)$')
    when 'email' then rowlock._schema_is_email(value)
    when 'hostname' then rowlock._schema_is_hostname(value)
    when 'ipv4' then rowlock._schema_is_ipv4(value)
    when 'ipv6' then rowlock._schema_is_ipv6(value)
    when 'uri' then value ~ '^[A-Za-z]' and split_part(value, ':', 1) !~ '[/?#]' and strpos(value, ':') > 0
      and rowlock._schema_is_uri(value)
    when 'uri-reference' then rowlock._schema_is_uri(value)
    when 'uuid' then value collate "C" ~ '^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$'
    when 'json-pointer' then value ~ '^(?:/(?:[^~/]|~[01])*)*$'
    when 'regex' then rowlock._schema_is_regex(value)
    else true
  end;
end;
$$;

comment on function rowlock._schema_format is
  'date-time, date, time, duration, email, hostname, ipv4, ipv6, uri, uri-reference, uuid, json-pointer and regex.';
revoke all on function rowlock._schema_format from public;
