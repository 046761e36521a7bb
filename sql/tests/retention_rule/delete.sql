begin;
\ir ../_fixtures.psql
select plan(6);

select is((rowlock.retention_rule_delete(name => 'events', actor => who('chief'))).name, 'events', 'the rule is told as it was');
select is_empty($$select from rowlock.retention_rule r where r.name = 'events'$$, 'and gone');
select is((select row(v.subject_id, v.payload ->> 'change') from rowlock.event v where v.topic = 'retention.changed'), row('events'::text, 'deleted'::text), 'the journal tells');
select refused($$select rowlock.retention_rule_delete(name => 'events', actor => who('chief'))$$, 'PT404', 'retention_rule_exists', 'not_found', 'a second time it is not there');
select refused($$select rowlock.retention_rule_delete(name => null, actor => who('chief'))$$, 'PT400', 'argument_invalid', 'missing', 'no name is refused', 'name');
select refused($$select rowlock.retention_rule_delete(name => 'signals', actor => who('lead'))$$, 'PT403', 'actor_global', 'not_global', 'the admin of a role may not');

select * from finish();
rollback;
