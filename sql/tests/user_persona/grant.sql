begin;
\ir ../_fixtures.psql
select plan(17);

create function give(name text, key text default 'clerk', by text default 'chief') returns text language sql as $$
  select concat_ws(' ', (c.persona).users, '|', (c.counts).granted, (c.counts).raised)
  from rowlock.user_persona_grant(user_id => who(give.name), key => give.key, actor => who(give.by)) c;
$$;
select rowlock.persona_create(key => k, actor => who('chief')) from unnest(array['clerk', 'desk', 'bare']) k;
select rowlock.persona_put_role(key => 'clerk', role => 'reviewer', actor => who('chief')), rowlock.persona_put_role(key => 'clerk', role => 'planner', actor => who('chief')),
  rowlock.persona_put_role(key => 'desk', role => 'reviewer', relationship => 'write-self', actor => who('chief'));
select last_seq() as seq \gset

select is(give('auditor'), '1 | 1 1', 'roles are granted, a direct grant is raised');
select is((select count(*) from events_since(:seq)), 2::bigint, 'each change is journaled');
select is(give('auditor'), '1 | 0 0', 'having it already changes nothing');
select is(give('nobody', 'bare'), '1 | 0 0', 'a persona without roles may be had');
select is((rowlock.membership_grant(user_id => who('auditor'), role => 'reviewer', read_scope => 'self', write_scope => 'self', actor => who('lead'))).write_scope, 'all',
  'a direct grant beneath a persona does not lower it');
select is((rowlock.membership_grant(user_id => who('auditor'), role => 'reviewer', type => 'admin', actor => who('lead'))).granted_by_persona, null,
  'an admin type needs no persona');
select is((rowlock.membership_grant(user_id => who('auditor'), role => 'planner', actor => who('chief'))).granted_by_persona, null,
  'what the persona gives may be granted directly too');
select is((rowlock.user_persona_revoke(user_id => who('auditor'), key => 'clerk', actor => who('chief'))).counts::text, '(0,0,0,0)',
  'and then does not go with it');

select is(give('nobody', 'desk', 'lead'), '1 | 1 0', 'an admin of all its roles may');
select refused(format($$select give(%L, %L, %L)$$, n, k, b), 'PT403', c, r, l)
from (values
  ('nobody', 'clerk', 'lead', 'persona_grantable', 'not_admin', 'an admin of some of its roles may not'),
  ('nobody', 'clerk', 'chief_two', 'persona_grantable', 'not_admin', 'global access alone grants nothing'),
  ('chief', 'desk', 'lead', 'persona_grantable', 'not_admin', 'a superadmin''s personas are a superadmin''s business'),
  ('nobody', 'desk', 'worker', 'actor_global', 'not_global', 'a worker may not')) v (n, k, b, c, r, l);
select refused($$select give('nobody', 'none')$$, 'PT404', 'persona_exists', 'not_found', 'an unknown persona does not exist');
select refused($$select rowlock.user_persona_grant(user_id => gen_random_uuid(), key => 'desk', actor => who('chief'))$$,
  'PT404', 'user_exists', 'not_found', 'an unknown account does not exist');
select refused($$select rowlock.user_persona_grant(user_id => null, key => 'desk', actor => who('chief'))$$,
  'PT400', 'argument_invalid', 'missing', 'no account is refused', 'user_id');
select refused($$select give('nobody', 'desk', 'suspended')$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');

select * from finish();
rollback;
