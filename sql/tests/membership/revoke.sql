begin;
\ir ../_fixtures.psql
select plan(22);

select last_seq() as seq \gset
select is((rowlock.membership_revoke(user_id => who('worker'), role => 'reviewer', actor => who('lead'))).user_id, who('worker'),
  'an admin of the role takes somebody out');
select is(
  (select row(v.topic, v.role, v.assigned_to, v.actor, v.payload)::text from events_since(:seq) v),
  row('membership.changed', 'reviewer', who('worker'), who('lead'), '{"type": "member", "change": "revoked"}'::jsonb)::text,
  'the event tells who lost what');
select is((rowlock.actor_access(actor => who('worker'))).write_all, '{}', 'the next call of that account feels it');
select refused($$select rowlock.membership_revoke(user_id => who('worker'), role => 'reviewer', actor => who('lead'))$$,
  'PT404', 'membership_exists', 'not_found', 'a membership is taken once');
select refused($$select rowlock.membership_revoke(user_id => gen_random_uuid(), role => 'reviewer', actor => who('lead'))$$,
  'PT404', 'membership_exists', 'not_found', 'an unknown account is in no role');
select refused(format($$select rowlock.membership_revoke(user_id => %s, role => %L, actor => who('chief'))$$, u, r),
  'PT400', 'argument_invalid', 'missing', format('%s is required', f), f)
from (values ('null', 'reviewer', 'user_id'), ('who(''lead'')', '', 'role'), ('who(''lead'')', null, 'role')) a (u, r, f);
select refused(format($$select rowlock.membership_revoke(user_id => who('own'), role => 'reviewer', actor => who(%L))$$, n),
  'PT403', 'membership_grantable', 'not_admin', format('%s may not revoke', n)) from unnest(array['worker_two', 'own', 'chief_two']) n;
select refused($$select rowlock.membership_revoke(user_id => who('engineer'), role => 'engineer', actor => who('lead'))$$,
  'PT403', 'membership_grantable', 'not_admin', 'an admin revokes in the own role only');
insert into rowlock.membership (user_id, role) values (who('chief'), 'reviewer');
select refused($$select rowlock.membership_revoke(user_id => who('chief'), role => 'reviewer', actor => who('lead'))$$,
  'PT403', 'membership_grantable', 'not_admin', 'an admin strips no superadmin');
select lives_ok($$select rowlock.membership_revoke(user_id => who('chief'), role => 'reviewer', actor => who('chief'))$$,
  'a superadmin does');
select refused($$select rowlock.membership_revoke(user_id => who('own'), role => 'reviewer', actor => who('suspended'))$$,
  'PT401', 'actor_active', 'not_active', 'a suspended account is refused');
select is((select count(*) from events_since(:seq)), 2::bigint, 'refused calls leave no event');

-- What a persona sustains, and the last superadmin
select rowlock.persona_create(key => 'clerk', actor => who('chief')), rowlock.persona_put_role(key => 'clerk', role => 'planner', actor => who('chief')),
  rowlock.user_persona_grant(user_id => who('own'), key => 'clerk', actor => who('chief'));
select refused($$select rowlock.membership_revoke(user_id => who('own'), role => 'planner', actor => who('chief'))$$,
  'PT409', 'membership_persona', 'persona', 'what a persona gives is taken through the persona');
select refused($$select rowlock.membership_revoke(user_id => who('chief'), role => 'superadmin', actor => who('chief'))$$,
  'PT409', 'user_last_superadmin', 'last_superadmin', 'the last active superadmin is not stripped');
select rowlock.membership_grant(user_id => who('suspended'), role => 'superadmin', type => 'superadmin', actor => who('chief'));
select refused($$select rowlock.membership_revoke(user_id => who('chief'), role => 'superadmin', actor => who('chief'))$$,
  'PT409', 'user_last_superadmin', 'last_superadmin', 'a suspended superadmin is none that is left');
select lives_ok($$select rowlock.membership_revoke(user_id => who('suspended'), role => 'superadmin', actor => who('chief'))$$, 'one that is not active may be stripped');
select rowlock.membership_grant(user_id => who('lead'), role => 'superadmin', type => 'superadmin', actor => who('chief'));
select lives_ok($$select rowlock.membership_revoke(user_id => who('chief'), role => 'superadmin', actor => who('chief'))$$, 'the last but one may go');
select is((rowlock.actor_access(actor => who('chief'))).is_global, false, 'and is none any more');

select * from finish();
rollback;
