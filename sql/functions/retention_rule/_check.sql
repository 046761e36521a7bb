-- rowlock._retention_rule_check(rule): refuse a rule that could not be kept to.
-- Reads: rowlock.retention_subject.
create or replace function rowlock._retention_rule_check(rule rowlock.retention_rule)
returns void
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
set intervalstyle = 'postgres'
as $$
declare
  v_subject rowlock.retention_subject;
begin
  perform rowlock._argument_text(field => 'subject', value => rule.subject, required => true);
  perform rowlock._argument_text(field => 'action', value => rule.action, required => true);
  select s.* into v_subject from rowlock.retention_subject s where s.subject = rule.subject;
  if not found then
    perform rowlock._argument_refuse(
      field => 'subject', reason => 'unknown',
      hint => format('One of %s.', (select string_agg(s.subject, ', ' order by s.subject) from rowlock.retention_subject s)));
  elsif rule.action <> all (v_subject.actions) then
    perform rowlock._argument_refuse(
      field => 'action', reason => 'unknown', hint => format('Of these rows: %s.', array_to_string(v_subject.actions, ', ')));
  elsif rule.older_than is null then
    perform rowlock._argument_text(field => 'older_than', value => null, required => true);
  elsif rule.older_than < v_subject.least_age then
    perform rowlock._argument_refuse(
      field => 'older_than', reason => 'too_young', hint => format('Give an interval of %s or more.', v_subject.least_age));
  elsif rule.older_than > interval '100 years' then
    perform rowlock._argument_refuse(field => 'older_than', reason => 'too_far', hint => 'Give at most 100 years.');
  elsif rule.every is null or rule.every not between '1 minute' and '30 days' then
    perform rowlock._argument_refuse(
      field => 'every', reason => 'not_in_range', hint => 'Give an interval from 1 minute to 30 days.');
  elsif rule.past_consumers and rule.subject <> 'event' then
    perform rowlock._argument_refuse(
      field => 'past_consumers', reason => 'not_event', hint => 'Only events have consumers: leave it out.');
  end if;
  perform rowlock._argument_range(field => 'batch_rows', value => rule.batch_rows, low => 1, high => 100000);
end;
$$;

comment on function rowlock._retention_rule_check is
  'Raises PT400 naming the field.';
revoke all on function rowlock._retention_rule_check from public;
