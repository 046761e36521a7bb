begin;
\ir ../_fixtures.psql
select plan(5);

select results_eq($$select r.name, r.subject, r.action, r.older_than, r.enabled from rowlock.retention_rule_list(actor => who('chief_two')) r$$,
  $$values ('credentials', 'credential', 'delete', interval '0', true),
    ('dead-deliveries', 'dead_delivery', 'delete', '30 days', true), ('deliveries', 'delivery', 'delete', '7 days', true), ('escalations-archive', 'escalation', 'archive', '90 days', false),
    ('escalations-delete', 'escalation', 'delete', '7 years', false), ('events', 'event', 'delete', '30 days', true),
    ('idempotency-keys', 'idempotency_key', 'delete', '0', true), ('retention-runs', 'retention_run', 'delete', '90 days', true),
    ('run-ledgers', 'run_ledger', 'delete', '90 days', false), ('signals', 'signal', 'delete', '0', true)$$,
  'to begin with there are these rules: what is kept for ever is kept until somebody says otherwise');
select is((select array_agg(distinct s.value ->> 'subject') from jsonb_array_elements((rowlock.retention_rule_list_answer(
    array(select r from rowlock.retention_rule_list(actor => who('chief')) r))).body -> 'subjects') s),
  '{credential,dead_delivery,delivery,escalation,event,idempotency_key,retention_run,run_ledger,signal}', 'the answer says what rules may be about');
delete from rowlock.retention_rule;
select is((rowlock.retention_rule_list_answer('{}')).body -> 'rules', '[]', 'without rules it is an empty list');
select refused(format('select rowlock.retention_rule_list(actor => %L)', who(n)), s, c, r, format('%s may not read them', n))
from (values ('lead', 'PT403', 'actor_global', 'not_global'), ('suspended', 'PT401', 'actor_active', 'not_active')) v (n, s, c, r);

select * from finish();
rollback;
