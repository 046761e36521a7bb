begin;
\ir ../_fixtures.psql
select plan(7);

create function chains(source text, target text) returns text[] language sql as $$
  select array_agg(c.source_role || '>' || c.target_role) from rowlock.role_escalation_list(source_role => source, target_role => target, actor => who('nobody')) c;
$$;
select is(chains(null, null), '{admin>engineer,admin>superadmin,engineer>admin,engineer>superadmin,reviewer>admin,reviewer>engineer}', 'any signed-in account sees the chains');
select is(chains('reviewer', null), '{reviewer>admin,reviewer>engineer}', 'those from a role');
select is(chains(null, 'engineer'), '{admin>engineer,reviewer>engineer}', 'those to a role');
select is(chains('nowhere', null), null, 'of an unknown role there are none');
select is((a.answer).body - 'chains' || jsonb_build_object('first', ((a.answer).body -> 'chains' -> 0) - 'created_at'),
  '{"total": 6, "first": {"source_role": "admin", "target_role": "engineer"}}', 'the answer has them and a total')
from (select rowlock.role_escalation_list_answer(result => array(select c from rowlock.role_escalation_list(actor => who('nobody')) c)) as answer offset 0) a;
select refused($$select * from rowlock.role_escalation_list(source_role => repeat('x', 201), actor => who('nobody'))$$, 'PT400', 'argument_invalid', 'too_long',
  'a name that is too long is refused', 'source_role');
select refused($$select * from rowlock.role_escalation_list(actor => who('suspended'))$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');

select * from finish();
rollback;
