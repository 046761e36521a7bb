-- rowlock._analytics_zone(tz): refuse what is no named time zone.
create or replace function rowlock._analytics_zone(tz text)
returns text
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
set standard_conforming_strings = on
as $$
declare
  v_known boolean;
begin
  -- Postgres takes any POSIX rule for a zone ("abc5"), and knows no daylight saving in it: names alone pass.
  v_known := tz ~ '^(UTC|GMT|Etc/GMT(\+(1[0-2]|[0-9])|-(1[0-4]|[0-9]))|[A-Za-z]+(/[A-Za-z_-]+){1,2})$';
  if v_known then
    begin
      perform now() at time zone tz;
    exception when invalid_parameter_value then
      v_known := false;
    end;
  end if;
  if v_known is not true then
    perform rowlock._argument_refuse(
      field => 'tz', reason => 'not_zone', hint => 'Name a time zone as the tz database does: UTC, Europe/Berlin.');
  end if;
  return tz;
end;
$$;

comment on function rowlock._analytics_zone is 'The name, when the server knows it. Raises PT400.';
revoke all on function rowlock._analytics_zone from public;
