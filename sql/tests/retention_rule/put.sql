begin;
\ir ../_fixtures.psql
select plan(24);

create function put(
  name text, subject text default 'escalation', action text default 'archive', older_than interval default '90 days',
  every interval default '1 hour', batch_rows integer default 1000, past_consumers boolean default false, by text default 'chief'
) returns rowlock.retention_rule language sql as $$
  select r from rowlock.retention_rule_put(
    name => put.name, subject => put.subject, action => put.action, older_than => put.older_than, every => put.every,
    batch_rows => put.batch_rows, past_consumers => put.past_consumers, actor => who(put.by)) r;
$$;
select is((select row(r.subject, r.action, r.older_than, r.enabled, r.batch_rows, r.version) from put('old') r),
  row('escalation'::text, 'archive'::text, interval '90 days', true, 1000, 1), 'a rule is made');
select is((select row(v.subject_id, v.payload ->> 'change', v.payload ->> 'older_than', v.actor) from rowlock.event v where v.topic = 'retention.changed'),
  row('old'::text, 'put'::text, '90 days'::text, who('chief')), 'the journal tells who said what');
update rowlock.retention_rule set due_at = now() + interval '1 hour', streak = 3 where name = 'old';
select is((select row(r.action, r.version, r.streak, r.due_at < clock_timestamp() + interval '1 second') from put('old', action => 'delete') r),
  row('delete'::text, 2, 0, true), 'the same name says it anew, and the rule is due at once');
select is((put('gone', 'event', 'delete', '0', past_consumers => true)).past_consumers, true, 'a rule for events may pass consumers');
select is((put('now', 'event', 'delete', '0')).older_than, interval '0', 'and keep none at all');

select refused(c, 'PT400', 'argument_invalid', r, format('%s: %s', f, r), f)
from (values
  ('select put(null)', 'missing', 'name'), ('select put(''Old'')', 'form', 'name'), ('select put(repeat(''x'', 201))', 'too_long', 'name'),
  ('select put(''a'', subject => ''user'')', 'unknown', 'subject'), ('select put(''a'', subject => null)', 'missing', 'subject'),
  ('select put(''a'', ''event'', ''archive'')', 'unknown', 'action'), ('select put(''a'', action => null)', 'missing', 'action'),
  ('select put(''a'', older_than => null)', 'missing', 'older_than'), ('select put(''a'', older_than => ''23 hours'')', 'too_young', 'older_than'),
  ('select put(''a'', older_than => ''101 years'')', 'too_far', 'older_than'),
  ('select put(''a'', every => ''59 seconds'')', 'not_in_range', 'every'), ('select put(''a'', every => ''31 days'')', 'not_in_range', 'every'),
  ('select put(''a'', every => null)', 'not_in_range', 'every'),
  ('select put(''a'', batch_rows => 0)', 'out_of_range', 'batch_rows'), ('select put(''a'', batch_rows => 100001)', 'out_of_range', 'batch_rows'),
  ('select put(''a'', batch_rows => null)', 'missing', 'batch_rows'),
  ('select put(''a'', past_consumers => true)', 'not_event', 'past_consumers')) v (c, r, f);
select refused('select put(''a'', by => ''lead'')', 'PT403', 'actor_global', 'not_global', 'the admin of a role may not');
select refused('select put(''a'', by => ''suspended'')', 'PT401', 'actor_active', 'not_active', 'nor a suspended account');

select * from finish();
rollback;
