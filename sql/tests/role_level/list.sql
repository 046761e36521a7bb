begin;
\ir ../_fixtures.psql
select plan(9);

create function listed(by text, role text default 'reviewer') returns jsonb language sql as $$
  select l.levels from rowlock.role_level_list(role => listed.role, actor => who(by)) l;
$$;
select is(listed('nobody'), '[]', 'a role has no levels to begin with');
insert into rowlock.role_level (role, level, after_minutes, action, target_role, target_user, repeat_minutes) values
  ('reviewer', 2, 60, 'assign', null, who('lead'), null),
  ('reviewer', 1, 30, 'notify', null, null, 15),
  ('engineer', 1, 10, 'reassign', 'planner', null, null);
select is(listed('nobody'), jsonb_build_array(
  '{"level": 1, "after_minutes": 30, "action": "notify", "target_role": null, "target_user": null, "repeat_minutes": 15}'::jsonb,
  jsonb_build_object('level', 2, 'after_minutes', 60, 'action', 'assign', 'target_role', null, 'target_user', who('lead'), 'repeat_minutes', null)),
  'they come in their order');
select is(listed('worker', 'engineer') #>> '{0,target_role}', 'planner', 'and tell where they lead');
delete from rowlock.membership where user_id = who('lead');
delete from rowlock.user_account where id = who('lead');
select is(listed('worker') -> 1 -> 'target_user', 'null', 'an account that is deleted leaves a level without a person');
select is(jsonb_array_length(listed('worker')), 2, 'which stays');

select refused($$select listed('worker', 'nowhere')$$, 'PT404', 'role_exists', 'not_found', 'an unknown role has none');
select refused($$select listed('worker', null)$$, 'PT400', 'argument_invalid', 'missing', 'no role is refused', 'role');
select refused($$select listed('worker', repeat('x', 201))$$, 'PT400', 'argument_invalid', 'too_long', 'so is a long one', 'role');
select refused($$select listed('suspended')$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');

select * from finish();
rollback;
