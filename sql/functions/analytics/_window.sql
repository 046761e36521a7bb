-- rowlock._analytics_window(since, until, at): a half-open window of the past, as a range.
create or replace function rowlock._analytics_window(
  since timestamptz,
  until timestamptz,
  at    timestamptz
)
returns tstzrange
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_until constant timestamptz := least(until, at);
begin
  perform rowlock._argument_text(field => 'since', value => since::text, required => true);
  if not isfinite(since) or since >= v_until then
    perform rowlock._argument_refuse(
      field => 'since', reason => 'not_before', hint => 'Give a since before until and before now.');
  end if;
  -- Cuts before it, and texts of times, would leave the calendar.
  if since < '0001-01-02 00:00:00+00' then
    perform rowlock._argument_refuse(
      field => 'since', reason => 'too_early', hint => 'Give a since of the years after 0.');
  end if;
  -- What has not happened yet is in no figure.
  return tstzrange(since, v_until);
end;
$$;

comment on function rowlock._analytics_window is
  '[since, until), ending now at the latest. Raises PT400 when since is missing, not before the end, or before the year 1.';
revoke all on function rowlock._analytics_window from public;
