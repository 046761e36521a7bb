begin;
\ir ../_fixtures.psql
select plan(6);

select is((t.role, t.targets)::text, '(reviewer,"{admin,engineer}")', 'any signed-in account sees where rows of a role may go')
from rowlock.role_escalation_get(role => 'reviewer', actor => who('nobody')) t;
select is((rowlock.role_escalation_get(role => 'planner', actor => who('nobody'))).targets, '{}', 'without a chain that is nowhere');
select refused(format($$select rowlock.role_escalation_get(role => %L, actor => who('nobody'))$$, r), s, c, reason, format('role %L is refused', left(r, 9)), f)
from (values ('nowhere', 'PT404', 'role_exists', 'not_found', null), (null, 'PT400', 'argument_invalid', 'missing', 'role'),
  (repeat('x', 201), 'PT400', 'argument_invalid', 'too_long', 'role')) v (r, s, c, reason, f);
select refused($$select rowlock.role_escalation_get(role => 'reviewer', actor => who('suspended'))$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');

select * from finish();
rollback;
