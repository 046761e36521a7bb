begin;
\ir ../../_fixtures.psql
select plan(18);

set local session_replication_role = replica;
delete from rowlock.event;
set local session_replication_role = origin;
select happened('role.updated', at => clock_timestamp() - interval '40 days') as old \gset
select happened('role.updated', at => clock_timestamp() - interval '31 days') as older \gset
select happened('role.updated', at => clock_timestamp() - interval '29 days') as young \gset
select happened('role.updated', at => clock_timestamp() - interval '50 days') as late \gset

select is(rowlock.event_purge_count(), 2::bigint, 'the count says beforehand how many');
select is(rowlock.event_purge(), 2::bigint, 'what is older than thirty days goes, unless something else is asked for');
select is((select array_agg(v.seq order by v.seq) from rowlock.event v), array[:young, :late]::bigint[],
  'the first young event stops the purge, whatever lies behind it');
select is((select w.purged_through from rowlock.event_watermark w), :older::bigint, 'the watermark tells how far');
select is(rowlock.event_purge(), 0::bigint, 'a second purge finds nothing');
select is((select w.purged_through from rowlock.event_watermark w), :older::bigint, 'and leaves the watermark');
select is((rowlock.event_since(after => :old, actor => who('chief'))).purged, jsonb_build_object('from', :old + 1, 'to', :older),
  'a reader behind the watermark is told the range');
select is(rowlock.event_purge(older_than => '0'), 2::bigint, 'an interval of zero removes all');
select is((select w.purged_through from rowlock.event_watermark w), :late::bigint, 'the watermark goes with it');
select is_empty('select from rowlock.event', 'a purge journals nothing');
select refused($$delete from rowlock.event$$, 'PT409', 'event_append_only', 'append_only', 'after a purge the journal is append-only again')
from (select happened('role.updated')) v;

select ask('open');
select happened('role.updated', at => clock_timestamp() - interval '40 days') as hidden \gset
select rowlock.event_purge(older_than => '0');
select isnt((select v.seq from rowlock.event v where v.seq = :hidden), null, 'nothing above an open writer''s mark goes');
select refused(format($$select rowlock.event_purge(older_than => %L)$$, i), 'PT400', 'argument_invalid', 'negative', format('older_than %L is refused', i), 'older_than')
from unnest(array['-1 day']) i;
select refused($$select rowlock.event_purge(older_than => '178000000 years')$$, 'PT400', 'argument_invalid', 'too_far',
  'an interval that leaves the calendar is refused', 'older_than');
update rowlock.retention_rule set older_than = '1 hour' where name = 'events';
delete from rowlock.escalation;
select set_config('rowlock.retention', 'on', true);
delete from rowlock.event;
select set_config('rowlock.retention', '', true);
select happened('role.updated', at => clock_timestamp() - interval '2 hours') > 0;
select is(rowlock._event_cutoff(older_than => null) < clock_timestamp() - interval '59 minutes', true, 'without an interval the rule is asked');
insert into rowlock.retention_rule (name, subject, action, older_than) values ('sooner', 'event', 'delete', '30 minutes');
select is(rowlock._event_cutoff(older_than => null) > clock_timestamp() - interval '31 minutes', true, 'of several the strictest');
update rowlock.retention_rule set enabled = false where subject = 'event';
select refused('select rowlock.event_purge()', 'PT400', 'argument_invalid', 'no_rule', 'where no rule is enabled an interval has to be given', 'older_than');
select login('tap_user', 'user', who('chief'));
select refused($$select as_login('tap_user', 'select rowlock.event_purge()')$$, '42501', null, null, 'only the service purges');

select * from finish();
rollback;
