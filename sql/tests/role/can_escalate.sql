begin;
\ir ../_fixtures.psql
select plan(12);

select is(rowlock.role_can_escalate(source_role => s, target_role => t, actor => who(n)), a, format('%s, %s to %s: %s', n, s, t, a))
from (values
  ('worker', 'reviewer', 'engineer', true), ('worker', 'reviewer', 'planner', false), ('worker', 'engineer', 'admin', false),
  ('worker', 'engineer', 'reviewer', false), ('auditor', 'reviewer', 'engineer', true), ('nobody', 'reviewer', 'engineer', false),
  ('lead', 'reviewer', 'planner', false), ('chief', 'reviewer', 'planner', true), ('chief_two', 'planner', 'reviewer', true),
  ('worker', 'reviewer', null, false), ('worker', null, 'engineer', false)) c (n, s, t, a);
select refused($$select rowlock.role_can_escalate(source_role => 'reviewer', target_role => 'engineer', actor => who('suspended'))$$,
  'PT401', 'actor_active', 'not_active', 'a suspended account is refused');

select * from finish();
rollback;
