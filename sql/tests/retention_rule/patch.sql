begin;
\ir ../_fixtures.psql
select plan(17);

create function change(patch jsonb, name text default 'escalations-archive', by text default 'chief') returns rowlock.retention_rule language sql as $$
  select r from rowlock.retention_rule_patch(name => change.name, patch => change.patch, actor => who(change.by)) r;
$$;
select is((select row(r.enabled, r.older_than, r.batch_rows, r.version) from change('{"enabled": true}') r),
  row(true, interval '90 days', 1000, 2), 'a value sets, what is absent is kept');
select is((select row(v.payload ->> 'change', v.version) from rowlock.event v where v.topic = 'retention.changed'), row('patched'::text, 2), 'the journal tells');
select is((select row(r.older_than, r.every, r.batch_rows, r.enabled) from change('{"older_than": "1 year", "every": "P1D", "batch_rows": 7, "enabled": false}') r),
  row(interval '1 year', interval '1 day', 7, false), 'several at once');
select is((change('{}')).version, 3, 'an empty patch changes nothing');
select is((change('{"past_consumers": true}', 'events')).past_consumers, true, 'events may pass consumers');
select refused(format('select change(%L)', p), 'PT400', 'argument_invalid', r, format('%s is refused', p), f)
from (values
  ('{"name": "x"}', 'unknown', 'name'), ('{"enabled": "yes"}', 'not_boolean', 'enabled'), ('{"enabled": null}', 'missing', 'enabled'),
  ('{"older_than": "a while"}', 'not_interval', 'older_than'), ('{"older_than": "1 hour"}', 'too_young', 'older_than'),
  ('{"batch_rows": 2.5}', 'not_integer', 'batch_rows'), ('{"batch_rows": 999999999999}', 'out_of_range', 'batch_rows'),
  ('{"subject": "event"}', 'unknown', 'action'), ('{"past_consumers": true}', 'not_event', 'past_consumers')) v (p, r, f);
select refused('select change(''{}'', ''none'')', 'PT404', 'retention_rule_exists', 'not_found', 'an unknown rule does not exist');
select refused('select change(''{}'', null)', 'PT400', 'argument_invalid', 'missing', 'no name is refused', 'name');
select refused('select change(''{}'', by => ''lead'')', 'PT403', 'actor_global', 'not_global', 'the admin of a role may not');

select * from finish();
rollback;
