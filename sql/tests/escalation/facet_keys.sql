-- The facet keys in use.
begin;
\ir ../_fixtures.psql
select plan(10);

select ask('one'), ask('two'), ask('done'), ask('other', role => 'engineer'), ask('mine', assigned_to => who('filler'));
update rowlock.escalation set metadata = v.metadata
from (values ('one', '{"site": 1, "Zip": {"nested": 1}, "gone": null}'::jsonb), ('two', '{"site": 2, "form_schema": {}, "schema_version": 1, "bad-key": 1, "a b": 1, "ä": 1, "": 1}'),
  ('done', '{"ended": 1}'), ('other', '{"engine": 1}'), ('mine', '{"own": 1}')) v (name, metadata)
where id = esc(v.name);
select rowlock.escalation_resolve(id => esc('done'), resolver_payload => '{}', actor => who('worker'));
select is((rowlock.escalation_facet_keys(actor => who('worker'))).items, '{Zip,ended,gone,own,site}',
  'keys of all rows, each once, in the order of their characters; none that a query could not name, nor its form');
select is((rowlock.escalation_facet_keys(actor => who('engineer'))).items, '{engine}', 'of the roles that the actor reads');
select is((rowlock.escalation_facet_keys(actor => who('chief'))).items, '{Zip,ended,engine,gone,own,site}', 'of all for a global actor');
select is((rowlock.escalation_facet_keys(actor => who('filler'))).items, '{own}', 'of own rows, where no others are seen');
select is((rowlock.escalation_facet_keys(actor => who('nobody'))).items, '{}', 'nobody sees none');

-- What the roles declare
update rowlock.role set metadata_schema = '{"properties": {"declared": true, "site": {}, "not-a-key": {}}}' where role = 'reviewer';
update rowlock.role set metadata_schema = '{"properties": {"planned": {}}}' where role = 'planner';
insert into rowlock.role (role, metadata_schema) values ('odd', 'true'), ('odder', '{"properties": 5}');
select is((rowlock.escalation_facet_keys(actor => who('worker'))).items, '{Zip,declared,ended,gone,own,site}', 'with the properties of metadata_schema');
select is((rowlock.escalation_facet_keys(actor => who('filler'))).items, '{declared,own,site}', 'also of a role of own rows');
select is((rowlock.escalation_facet_keys(actor => who('chief'))).items, '{Zip,declared,ended,engine,gone,own,planned,site}', 'of every role for a global actor');

select refused($$select rowlock.escalation_facet_keys(actor => who('suspended'))$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');
select refused($$select rowlock.escalation_facet_keys()$$, 'PT401', 'actor_known', 'no_actor', 'no actor is refused');

select * from finish();
rollback;
