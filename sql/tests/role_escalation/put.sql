begin;
\ir ../_fixtures.psql
select plan(22);

create function settled(targets text[], role text default 'reviewer', by text default 'lead') returns text[] language sql as $$
  select t.targets from rowlock.role_escalation_put(role => settled.role, target_roles => settled.targets, actor => who(by)) t;
$$;
select last_seq() as seq \gset
select is(settled('{planner,engineer,planner}'), '{engineer,planner}', 'the targets are those that were given, each once');
select is((rowlock.role_escalation_get(role => 'reviewer', actor => who('nobody'))).targets, '{engineer,planner}', 'and stay so');
select is((select row(v.topic, v.subject_id, v.role, v.payload)::text from events_since(:seq) v),
  row('role.updated', 'reviewer', 'reviewer', '{"change": "updated", "fields": ["escalation_targets"], "added": ["planner"], "removed": ["admin"]}'::jsonb)::text,
  'the journal says what came and went');
select is(settled('{planner,engineer}'), '{engineer,planner}', 'the same again');
select is((select count(*) from events_since(:seq)), 1::bigint, 'leaves no event');
select is(settled('{}', by => 'chief'), '{}', 'none clears them');
select is((rowlock.role_escalation_get(role => 'engineer', actor => who('nobody'))).targets, '{admin,superadmin}', 'those of other roles are left alone');
select refused(format('select settled(%L)', t), 'PT400', 'argument_invalid', reason, format('%s is refused: %s', coalesce(left(t::text, 30), 'null'), reason), 'target_roles')
from (values (null::text[], 'missing'), ('{reviewer}', 'itself'), ('{planner,nowhere}', 'unknown_role'), ('{planner,null}', 'unknown_role'), ('{""}', 'unknown_role'),
  (array(select i::text from generate_series(1, 1001) i), 'too_many'), (array[repeat('x', 250001)], 'too_long')) v (t, reason);
select refused(format($$select settled('{}', %L, 'chief')$$, r), s, c, reason, format('role %L is refused', r), f)
from (values ('nowhere', 'PT404', 'role_exists', 'not_found', null), (null, 'PT400', 'argument_invalid', 'missing', 'role')) v (r, s, c, reason, f);
select refused(format($$select settled('{}', %L, %L)$$, r, n), 'PT403', 'role_admin', 'not_admin', format('%s may not settle those of %s', n, r))
from (values ('worker', 'reviewer'), ('engineer', 'reviewer'), ('lead', 'engineer'), ('auditor', 'reviewer')) v (n, r);
select refused($$select settled('{}', 'reviewer', 'suspended')$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');
select is((select count(*) from events_since(:seq)), 2::bigint, 'no refusal leaves an event');

select * from finish();
rollback;
