-- rowlock._event_cutoff(older_than): the time before which events are old; without an interval the rule's.
-- Reads: rowlock.retention_rule.
create or replace function rowlock._event_cutoff(older_than interval)
returns timestamptz
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_older_than constant interval := coalesce(
    older_than, (select min(r.older_than) from rowlock.retention_rule r where r.subject = 'event' and r.enabled));
begin
  if v_older_than is null then
    perform rowlock._argument_refuse(
      field => 'older_than', reason => 'no_rule', hint => 'Give an interval: no rule says how long events are kept.');
  end if;
  if v_older_than < interval '0' then
    perform rowlock._argument_refuse(
      field => 'older_than', reason => 'negative', hint => 'Give an interval of zero or more.');
  end if;
  if v_older_than > interval '100 years' then
    perform rowlock._argument_refuse(field => 'older_than', reason => 'too_far', hint => 'Give at most 100 years.');
  end if;
  return clock_timestamp() - v_older_than;
end;
$$;

comment on function rowlock._event_cutoff is
  'Now less the interval, or less that of the enabled rule for events. Raises PT400 when there is none, it is negative or leaves the calendar.';
revoke all on function rowlock._event_cutoff from public;
