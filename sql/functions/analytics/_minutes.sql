-- rowlock._analytics_minutes(span): a length of time as figures tell it.
create or replace function rowlock._analytics_minutes(span interval)
returns numeric
language sql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
  select round(extract(epoch from span) / 60, 3);
$$;

comment on function rowlock._analytics_minutes is 'Minutes with three decimals; null for null.';
revoke all on function rowlock._analytics_minutes from public;
