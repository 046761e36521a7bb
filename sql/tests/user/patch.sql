begin;
\ir ../_fixtures.psql
select plan(47);

-- change(name, patch, by): the account after the patch, as text.
create function change(name text, patch jsonb, by text default 'chief') returns text language sql as $$
  select concat_ws(' ', u.external_id, coalesce(u.email, '-'), coalesce(u.display_name, '-'), u.status, u.metadata)
  from rowlock.user_patch(id => who(change.name), patch => change.patch, actor => who(change.by)) u;
$$;

-- Absent keeps, null clears, a value sets
select is(change('worker', '{"email": "w@example.org", "display_name": "Ada", "metadata": {"desk": 7}}'),
  'worker w@example.org Ada active {"desk": 7}', 'values are set');
select is(change('worker', '{"display_name": "Bea"}'), 'worker w@example.org Bea active {"desk": 7}', 'what the patch does not name is kept');
select is(change('worker', '{}'), 'worker w@example.org Bea active {"desk": 7}', 'an empty patch changes nothing');
select is(change('worker', '{"email": null, "display_name": null, "metadata": null}'), 'worker - - active {}', 'null clears, metadata to an empty object');
select is((rowlock.user_patch(id => who('worker'), password_hash => '$argon2id$new', actor => who('chief'))).password_hash, null,
  'a hash is not shown');
select is((select u.password_hash from rowlock.user_account u where u.external_id = 'worker'), '$argon2id$new', 'but stored');
select change('worker', '{}');
select is((select u.password_hash from rowlock.user_account u where u.external_id = 'worker'), '$argon2id$new', 'left out it is kept');
select rowlock.user_patch(id => who('worker'), password_hash => null, actor => who('chief'));
select is((select u.password_hash from rowlock.user_account u where u.external_id = 'worker'), null, 'null ends sign-in by password');
update rowlock.user_account set updated_at = '2020-01-01Z' where external_id = 'worker';
select change('worker', '{"email": "x"}');
select isnt((select u.updated_at from rowlock.user_account u where u.external_id = 'worker'), '2020-01-01Z'::timestamptz, 'the change is stamped');
select is(change('engineer', '{"external_id": "ingenieur"}'), 'ingenieur - - active {}', 'an account may get another external id');
select change('ingenieur', '{"external_id": "engineer"}');

-- Status is honoured by the next call
select is(change('worker_two', '{"status": "suspended"}'), 'worker_two - - suspended {}', 'an account is suspended');
select refused($$select rowlock.actor_access(actor => who('worker_two'))$$, 'PT401', 'actor_active', 'not_active', 'its next call is refused');
select is(change('worker_two', '{"status": "active"}'), 'worker_two - - active {}', 'and activated again');

-- Arguments
select refused(format($$select change('worker', %L)$$, p), 'PT400', 'argument_invalid', r, format('%s is refused', p), f)
from (values
  ('{"account_type": "bot"}', 'unknown', 'account_type'), ('{"id": "x"}', 'unknown', 'id'), ('{"preferences": {}}', 'unknown', 'preferences'),
  ('{"displayName": "x"}', 'unknown', 'displayName'), ('{"external_id": null}', 'missing', 'external_id'), ('{"external_id": ""}', 'missing', 'external_id'),
  ('{"external_id": 7}', 'not_string', 'external_id'), ('{"status": null}', 'missing', 'status'), ('{"status": "gone"}', 'unknown', 'status'),
  ('{"email": ["x"]}', 'not_string', 'email'), ('{"metadata": []}', 'not_object', 'metadata'), ('{"password_hash": "$argon2id$x"}', 'unknown', 'password_hash'),
  ('[]', 'not_object', 'patch')) a (p, r, f);
select refused($$select change('worker', null)$$, 'PT400', 'argument_invalid', 'missing', 'no patch is refused', 'patch');
select refused($$select change('worker', jsonb_build_object('email', repeat('x', 201)))$$, 'PT400', 'argument_invalid', 'too_long', 'a long email is refused', 'email');
select refused($$select change('worker', jsonb_build_object('metadata', jsonb_build_object('k', repeat('x', 32768))))$$,
  'PT400', 'argument_invalid', 'too_large', 'metadata beyond 32 KiB is refused', 'metadata');
select refused($$select rowlock.user_patch(id => who('worker'), password_hash => 'secret', actor => who('chief'))$$,
  'PT400', 'argument_invalid', 'not_a_hash', 'a password in the clear is refused', 'password_hash');
select refused($$select rowlock.user_patch(id => who('robot'), password_hash => '$argon2id$x', actor => who('chief'))$$, 'PT400', 'argument_invalid', 'bot', 'a bot gets no password', 'password_hash');
select refused($$select change('worker', '{"external_id": "lead"}')$$, 'PT409', 'user_external_id_taken', 'taken', 'an external id is given once');
select refused($$select change('nowhere', '{}')$$, 'PT400', 'argument_invalid', 'missing', 'no account is refused', 'id');
select refused($$select rowlock.user_patch(id => gen_random_uuid(), patch => '{}', actor => who('chief'))$$,
  'PT404', 'user_exists', 'not_found', 'an unknown account does not exist');

-- Who may: what opens an account must not give an admin more than the admin has
select refused(format($$select change('worker', '{"email": "x"}', %L)$$, n), 'PT403', 'actor_global', 'not_global', format('%s may not', n))
from unnest(array['worker', 'nobody', 'robot']) n;
select is(change('worker', '{"email": null}', 'lead'), 'worker - - active {}', 'an admin of all its roles may');
select is(change('nobody', '{"email": null}', 'lead'), 'nobody - - active {}', 'of an account without roles any admin');
select refused($$select rowlock.user_patch(id => who('engineer'), password_hash => '$argon2id$x', actor => who('lead'))$$,
  'PT403', 'user_owner', 'wider_account', 'an admin of another role may not');
select refused($$select change('worker', '{"status": "suspended"}', 'lead')$$,
  'PT403', 'actor_global', 'not_global', 'status needs global access');
select is(change('engineer', '{"status": "inactive"}', 'chief_two'), 'engineer - - inactive {}', 'a global account may');
select refused($$select change('chief', '{"email": "x"}', 'chief_two')$$,
  'PT403', 'user_owner', 'wider_account', 'only a superadmin changes a superadmin');
select refused($$select change('chief', '{"status": "suspended"}')$$,
  'PT409', 'user_last_superadmin', 'last_superadmin', 'the last active superadmin is not suspended');
select rowlock.membership_grant(user_id => who('lead'), role => 'superadmin', type => 'superadmin', actor => who('chief'));
select is(change('chief', '{"status": "suspended"}', 'lead'), 'chief - - suspended {}', 'the last but one is');
select refused($$select change('lead', '{"status": "inactive"}', 'lead')$$,
  'PT409', 'user_last_superadmin', 'last_superadmin', 'a suspended superadmin is none that is left');
select refused($$select change('worker', '{}', 'suspended')$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');

select * from finish();
rollback;
