-- rowlock._analytics_midnight(day, tz): when a day of a zone begins.
create or replace function rowlock._analytics_midnight(
  day timestamp,
  tz  text
)
returns timestamptz
language sql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
  -- Where clocks go back over midnight, it strikes twice: the server takes the second one for it, the day begins at the first.
  select case when o.earlier at time zone tz = day then least(o.earlier, o.told) else o.told end
  from (
    select t.told, (day - (((t.told - interval '1 day') at time zone tz) - ((t.told - interval '1 day') at time zone 'UTC')))
      at time zone 'UTC' as earlier
    from (select day at time zone tz as told) t) o;
$$;

comment on function rowlock._analytics_midnight is 'The first moment that has this date in the zone.';
revoke all on function rowlock._analytics_midnight from public;
