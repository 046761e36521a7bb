begin;
\ir ../_fixtures.psql
select plan(56);

create function settled(levels jsonb, by text default 'lead', role text default 'reviewer') returns jsonb language sql as $$
  select l.levels from rowlock.role_level_put(role => settled.role, levels => settled.levels, actor => who(by)) l;
$$;
-- all_of(levels): the kinds of a list, in short.
create function all_of(levels jsonb) returns text language sql as $$
  select string_agg(concat_ws(' ', l ->> 'level', l ->> 'after_minutes', l ->> 'action', l ->> 'target_role', l ->> 'repeat_minutes'), ', ' order by n)
  from jsonb_array_elements(levels) with ordinality l (l, n);
$$;
select last_seq() as seq \gset
\set three '[{"after_minutes": 30, "action": "notify", "repeat_minutes": 15}, {"afterMinutes": 60, "action": "assign", "targetUser": "worker"}, {"after_minutes": 90, "action": "reassign", "target_role": "engineer"}]'
select is(all_of(settled(:'three')), '1 30 notify 15, 2 60 assign, 3 90 reassign engineer', 'levels are numbered as they come, in either spelling');
select is(all_of((rowlock.role_level_list(role => 'reviewer', actor => who('nobody'))).levels), '1 30 notify 15, 2 60 assign, 3 90 reassign engineer', 'and stay so');
select is((select l.target_user from rowlock.role_level l where l.action = 'assign'), who('worker'), 'a person is named by external id');
select is((select row(v.topic, v.subject_id, v.role, v.payload ->> 'change', v.payload -> 'fields', jsonb_array_length(v.payload -> 'levels'))::text from events_since(:seq) v),
  row('role.updated', 'reviewer', 'reviewer', 'updated', '["levels"]'::jsonb, 3)::text, 'the journal has the new list');
select is(jsonb_array_length(settled((rowlock.role_level_list(role => 'reviewer', actor => who('nobody'))).levels)), 3, 'what is read can be put again');
select is((select count(*) from events_since(:seq)), 1::bigint, 'the same again leaves no event');
select is(all_of(settled('[{"after_minutes": 5, "action": "notify", "target_role": "", "repeat_minutes": null}]', 'chief')), '1 5 notify', 'a shorter list takes its place');
select is(settled('[]'), '[]', 'an empty one takes all away');
select is((select count(*) from events_since(:seq)), 3::bigint, 'each change is journaled');
select is(jsonb_array_length(settled(format('[{"after_minutes": 5, "action": "assign", "target_user": "%s"}]', upper(who(n)::text))::jsonb)), 1, format('%s may act on rows given to it', n))
from unnest(array['own', 'filler', 'lead', 'chief', 'robot']) n;

select refused(format('select settled(%L)', l), 'PT400', 'argument_invalid', reason, format('%s: %s is refused', field, reason), field)
from (values
  (null, 'levels', 'not_levels'),
  ('{}', 'levels', 'not_levels'),
  ('"x"', 'levels', 'not_levels'),
  ((select jsonb_agg(jsonb_build_object('after_minutes', i, 'action', 'notify')) from generate_series(1, 10) i)::text, 'levels', 'not_levels'),
  ('[1]', 'levels[0]', 'not_object'),
  ('[{"after_minutes": 5, "action": "notify", "when": 1}]', 'levels[0].when', 'unknown'),
  ('[{"after_minutes": 5, "afterMinutes": 5, "action": "notify"}]', 'levels[0].after_minutes', 'repeated'),
  ('[{"after_minutes": "5", "action": "notify"}]', 'levels[0].after_minutes', 'not_integer'),
  ('[{"after_minutes": 2.5, "action": "notify"}]', 'levels[0].after_minutes', 'not_integer'),
  ('[{"after_minutes": 99999999999, "action": "notify"}]', 'levels[0].after_minutes', 'not_integer'),
  ('[{"after_minutes": 5, "action": 1}]', 'levels[0].action', 'not_string'),
  ('[{"action": "notify"}]', 'levels[0].after_minutes', 'missing'),
  ('[{"after_minutes": 0, "action": "notify"}]', 'levels[0].after_minutes', 'out_of_range'),
  ('[{"after_minutes": 525601, "action": "notify"}]', 'levels[0].after_minutes', 'out_of_range'),
  ('[{"after_minutes": 5, "action": "notify"}, {"after_minutes": 5, "action": "notify"}]', 'levels[1].after_minutes', 'out_of_range'),
  ('[{"level": 2, "after_minutes": 5, "action": "notify"}]', 'levels[0].level', 'out_of_order'),
  ('[{"after_minutes": 5}]', 'levels[0].action', 'unknown'),
  ('[{"after_minutes": 5, "action": "shout"}]', 'levels[0].action', 'unknown'),
  ('[{"after_minutes": 5, "action": "notify", "repeat_minutes": 0}]', 'levels[0].repeat_minutes', 'out_of_range'),
  ('[{"after_minutes": 5, "action": "assign", "target_user": "worker", "repeat_minutes": 5}]', 'levels[0].repeat_minutes', 'not_notify'),
  ('[{"after_minutes": 5, "action": "notify", "target_role": "engineer"}]', 'levels[0].target_role', 'not_reassign'),
  ('[{"after_minutes": 5, "action": "notify", "target_user": "worker"}]', 'levels[0].target_user', 'not_assign'),
  ('[{"after_minutes": 5, "action": "reassign"}]', 'levels[0].target_role', 'missing'),
  ('[{"after_minutes": 5, "action": "reassign", "target_role": "nowhere"}]', 'levels[0].target_role', 'unknown_role'),
  ('[{"after_minutes": 5, "action": "reassign", "target_role": "reviewer"}]', 'levels[0].target_role', 'itself'),
  ('[{"after_minutes": 5, "action": "reassign", "target_role": "engineer"}, {"after_minutes": 9, "action": "notify"}]', 'levels[1].action', 'after_reassign'),
  ('[{"after_minutes": 5, "action": "assign"}]', 'levels[0].target_user', 'missing'),
  ('[{"after_minutes": 5, "action": "assign", "target_user": "nowhere"}]', 'levels[0].target_user', 'unknown_account'),
  ('[{"after_minutes": 5, "action": "assign", "target_user": "suspended"}]', 'levels[0].target_user', 'not_active'),
  ('[{"after_minutes": 5, "action": "assign", "target_user": "auditor"}]', 'levels[0].target_user', 'no_write_scope'),
  ('[{"after_minutes": 5, "action": "assign", "target_user": "engineer"}]', 'levels[0].target_user', 'no_write_scope')
) v (l, field, reason);

select refused(format($$select settled('[]', 'chief', %L)$$, r), s, c, reason, format('role %L is refused', r), f)
from (values ('nowhere', 'PT404', 'role_exists', 'not_found', null), (null, 'PT400', 'argument_invalid', 'missing', 'role')) v (r, s, c, reason, f);
select refused(format($$select settled('[]', %L, %L)$$, n, r), 'PT403', 'role_admin', 'not_admin', format('%s may not settle those of %s', n, r))
from (values ('worker', 'reviewer'), ('engineer', 'reviewer'), ('lead', 'engineer'), ('auditor', 'reviewer')) v (n, r);
select refused($$select settled('[]', 'suspended')$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');

-- A role that levels lead to
select settled('[{"after_minutes": 5, "action": "reassign", "target_role": "planner"}]');
delete from rowlock.membership where role = 'planner';
delete from rowlock.role_escalation where 'planner' in (source_role, target_role);
select is(rowlock._role_used(role => 'planner') -> 'levels', '1', 'a role is in use while levels lead to it');
select refused($$select rowlock.role_delete(role => 'planner', actor => who('chief'))$$, 'PT409', 'role_in_use', 'in_use', 'so it is not deleted');
select settled('[{"after_minutes": 5, "action": "notify"}]');
select ok((rowlock.role_delete(role => 'planner', actor => who('chief'))).role = 'planner', 'once none does it is');
select settled('[{"after_minutes": 5, "action": "notify"}]', 'chief', 'engineer');
delete from rowlock.membership where role = 'engineer';
delete from rowlock.role_escalation where 'engineer' in (source_role, target_role);
select ok((rowlock.role_delete(role => 'engineer', actor => who('chief'))).role = 'engineer', 'levels of its own are no obstacle');

select * from finish();
rollback;
