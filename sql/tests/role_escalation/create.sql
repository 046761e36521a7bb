begin;
\ir ../_fixtures.psql
select plan(19);

create function chained(source text, target text, by text default 'lead') returns text language sql as $$
  select row((c.chain).source_role, (c.chain).target_role, c.created)::text
  from rowlock.role_escalation_create(source_role => source, target_role => target, actor => who(by)) c;
$$;
select last_seq() as seq \gset
select is(chained('reviewer', 'planner'), '(reviewer,planner,t)', 'the admin of a role chains it to another');
select is(rowlock.role_can_escalate(source_role => 'reviewer', target_role => 'planner', actor => who('worker')), true, 'and its members may escalate there');
select is((select row(v.topic, v.subject_id, v.role, v.payload)::text from events_since(:seq) v),
  row('role.updated', 'reviewer', 'reviewer', '{"change": "updated", "fields": ["escalation_targets"], "added": ["planner"]}'::jsonb)::text, 'that is journaled');
select is(chained('reviewer', 'planner', by => 'chief'), '(reviewer,planner,f)', 'a chain that exists comes back');
select is((select count(*) from events_since(:seq)), 1::bigint, 'and leaves no event');
select is(chained('planner', 'reviewer', by => 'chief'), '(planner,reviewer,t)', 'a global actor chains any');
select is((rowlock.role_escalation_create_answer(result => rowlock.role_escalation_create(source_role => 'planner', target_role => t, actor => who('chief')))).status, s,
  format('to %s is answered with %s', t, s)) from (values ('engineer', 201), ('reviewer', 200)) v (t, s);
select refused(format('select chained(%L, %L, %L)', s, t, 'chief'), 'PT400', 'argument_invalid', reason, format('from %L to %L is refused', s, left(t, 20)), f)
from (values ('', 'planner', 'missing', 'source_role'), (null, 'planner', 'missing', 'source_role'), ('planner', '', 'missing', 'target_role'),
  ('planner', null, 'missing', 'target_role'), ('nowhere', 'planner', 'unknown_role', 'source_role'), ('planner', 'nowhere', 'unknown_role', 'target_role'),
  ('planner', 'planner', 'itself', 'target_role'), ('planner', repeat('x', 201), 'too_long', 'target_role')) v (s, t, reason, f);
select refused(format($$select chained(%L, 'planner', %L)$$, s, n), 'PT403', 'role_admin', 'not_admin', format('%s may not chain %s', n, s))
from (values ('worker', 'reviewer'), ('lead', 'engineer')) v (n, s);
select refused($$select chained('reviewer', 'planner', 'suspended')$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');

select * from finish();
rollback;
