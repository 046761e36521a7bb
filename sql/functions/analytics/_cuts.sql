-- rowlock._analytics_cuts(period, step, tz): where the buckets of a window begin and end.
create or replace function rowlock._analytics_cuts(
  period tstzrange,
  step   interval,
  tz     text
)
returns timestamptz[]
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_zone    constant text := rowlock._analytics_zone(tz => tz);
  v_first   constant timestamp := lower(period) at time zone v_zone;
  v_last    constant timestamp := upper(period) at time zone v_zone;
  v_monday  constant timestamp := '2000-01-03';
  v_months  integer := 0;
  v_days    integer := 0;
  v_seconds numeric := 0;
  v_cuts    timestamptz[];
begin
  -- A century is longer than any history; much longer steps would leave the calendar.
  if step between interval '0' and interval '100 years' then
    v_months := extract(year from step) * 12 + extract(month from step);
    v_days := extract(day from step);
    v_seconds := extract(epoch from step - make_interval(months => v_months, days => v_days));
  end if;
  if least(v_months, v_days, v_seconds) < 0 or v_seconds > 86400 or (v_seconds > 0 and v_seconds < 1)
    or (v_months > 0)::integer + (v_days > 0)::integer + (v_seconds > 0)::integer <> 1
  then
    perform rowlock._argument_refuse(
      field => 'step', reason => 'not_step',
      hint => 'Give whole months or days up to 100 years, or a time of a second to a day: 1 month, 7 days, 1 hour.');
  end if;
  -- Counted roughly first: a step too small is refused before anything is generated.
  if extract(epoch from upper(period) - lower(period))
    / (v_months * 2419200.0 + v_days * 82800 + v_seconds) > 2000
  then
    perform rowlock._argument_refuse(
      field => 'step', reason => 'too_many', hint => 'A series has at most 2000 buckets; take a longer step.');
  end if;

  -- Days and months begin at midnight of the zone, weeks on Monday; shorter steps count from each midnight on,
  -- so that a clock change makes a day of 23 or 25 hours and shifts no other.
  with midnight as materialized (
    select
      rowlock._analytics_midnight(day => g.day, tz => v_zone) as first,
      rowlock._analytics_midnight(day => g.day + interval '1 day', tz => v_zone) as next
    from generate_series(date_trunc('day', v_first), v_last, '1 day') g (day)
    where v_seconds > 0
  )
  select array_agg(distinct c.cut order by c.cut)
  into v_cuts
  from (
    select rowlock._analytics_midnight(
      day => date_trunc('year', v_first) + make_interval(months => n), tz => v_zone)
    from generate_series(0, case when v_months > 0 then
      (extract(year from v_last) - extract(year from v_first) + 1)::integer * 12 else -1 end, greatest(v_months, 1)) n
    union all
    select rowlock._analytics_midnight(day => v_monday + make_interval(days => v_days * n), tz => v_zone)
    from generate_series(
      floor(extract(epoch from v_first - v_monday) / nullif(86400.0 * v_days, 0))::integer,
      floor(extract(epoch from v_last - v_monday) / nullif(86400.0 * v_days, 0))::integer) n
    where v_days > 0
    union all
    select d.first + make_interval(secs => (v_seconds * n)::double precision)
    from midnight d
    cross join lateral generate_series(0, ceil(extract(epoch from d.next - d.first) / nullif(v_seconds, 0))::integer - 1) n
  ) c (cut)
  where c.cut > lower(period) and c.cut < upper(period);
  return lower(period) || coalesce(v_cuts, '{}') || upper(period);
end;
$$;

comment on function rowlock._analytics_cuts is
  'The window''s ends and every step between them in the named zone, ascending; n cuts make n - 1 half-open buckets, the first and the last perhaps shorter. Raises PT400.';
revoke all on function rowlock._analytics_cuts from public;
