begin;
\ir ../_fixtures.psql
select plan(21);

-- roles_of(name): the roles of an account with scopes, as text.
create function roles_of(name text) returns text[] language sql volatile as $$
  select array_agg(concat_ws(' ', m.role, m.type, m.read_scope, m.write_scope) order by m.role)
  from rowlock.membership m where m.user_id = who(roles_of.name);
$$;
select last_seq() as seq \gset

select rowlock.user_provision(external_id => 'new', email => 'n@example.org', display_name => 'New', roles => '{reviewer,planner,nowhere}') as new \gset
select is(:'new'::uuid, who('new'), 'somebody new gets an account');
select is((select row(u.email, u.display_name, u.status, u.password_hash, u.provisioned_at is null)::text from rowlock.user_account u where u.external_id = 'new'),
  row('n@example.org', 'New', 'active', null, false)::text, 'with what the issuer says, and no password');
select is(roles_of('new'), '{planner member all all,reviewer member all all}', 'and those of the roles that exist');
select is((select array_agg(v.role || ' ' || (v.payload ->> 'change') order by v.seq) from events_since(:seq) v), '{planner granted,reviewer granted}', 'each grant is journaled');
select rowlock.membership_revoke(user_id => who('new'), role => 'planner', actor => who('chief'));
select is(rowlock.user_provision(external_id => 'new', email => 'other', roles => '{planner,engineer}'), who('new'), 'a second sight brings the same account');
select is(roles_of('new'), '{reviewer member all all}', 'what was revoked stays revoked, and nothing is added');
select is((select u.email from rowlock.user_account u where u.external_id = 'new'), 'n@example.org', 'its data is its own');

-- An account that an admin has prepared
select is(rowlock.user_provision(external_id => 'watcher', email => 'w@example.org', roles => '{reviewer,engineer}'), who('watcher'), 'an account may be there already');
select is(roles_of('watcher'), '{engineer member all all,reviewer member self none}', 'a grant that stands is not touched');
select is((select u.email from rowlock.user_account u where u.external_id = 'watcher'), 'w@example.org', 'what it lacks it gets');
select rowlock.user_provision(external_id => 'worker', roles => '{engineer}');
select is(roles_of('worker'), '{reviewer member all all}', 'with a password it gets no roles: its maker could use them');
select rowlock.user_patch(id => who('nobody'), password_hash => '$argon2id$x', actor => who('chief'));
select rowlock.user_patch(id => who('nobody'), password_hash => null, actor => who('chief'));
select rowlock.user_provision(external_id => 'nobody', roles => '{engineer}');
select is(roles_of('nobody'), null, 'nor with one that is gone: a session that it opened goes on');
select rowlock.user_provision(external_id => 'suspended', roles => '{engineer}');
select is(roles_of('suspended'), '{reviewer member all all}', 'nor when it is suspended');
select refused($$select rowlock.actor_access(actor => who('suspended'))$$, 'PT401', 'actor_active', 'not_active', 'it stays suspended');
select lives_ok($$select rowlock.user_provision(external_id => 'bare', roles => null)$$, 'no roles are no error');
select is(roles_of('bare'), null, 'and give none');
select lives_ok($$select rowlock.user_provision(external_id => 'long', email => repeat('x', 300))$$, 'what is too long is cut');

select refused($$select rowlock.user_provision(external_id => 'robot')$$, 'PT401', 'user_provision_bot', 'bot', 'a bot signs in by key only');
select refused($$select rowlock.user_provision(external_id => '')$$, 'PT400', 'argument_invalid', 'missing', 'nobody is refused', 'external_id');
select refused($$select rowlock.user_provision(external_id => repeat('x', 201))$$, 'PT400', 'argument_invalid', 'too_long', 'a name of 201 characters is refused', 'external_id');
select login('tap_user', 'user', who('chief'));
select refused($$select as_login('tap_user', 'select rowlock.user_provision(external_id => ''x'')')$$, '42501', null, null, 'only the service provisions');

select * from finish();
rollback;
