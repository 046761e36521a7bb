begin;
\ir ../_fixtures.psql
select plan(20);

-- access_of(name): the access in words: global, then the roles of each list.
create function access_of(name text) returns text language sql as $$
  select concat_ws(' ', case when a.is_global then 'global' end, 'read', a.read_all || a.read_self, 'write', a.write_all || a.write_self, 'admin', a.admin_of)
  from rowlock.actor_access(actor => who(access_of.name)) a;
$$;

select is(access_of(n), a, format('%s: %s', n, a))
from (values
  ('chief', 'global read {superadmin} write {superadmin} admin {superadmin}'),
  ('chief_two', 'global read {admin} write {admin} admin {admin}'),
  ('lead', 'read {reviewer} write {reviewer} admin {reviewer}'),
  ('worker', 'read {reviewer} write {reviewer} admin {}'),
  ('auditor', 'read {reviewer} write {} admin {}'),
  ('nobody', 'read {} write {} admin {}'),
  ('robot', 'read {reviewer} write {reviewer} admin {}')) v (n, a);
select is((select array[a.read_all, a.write_self]::text from rowlock.actor_access(actor => who('own')) a), '{{reviewer},{reviewer}}',
  'sees all, acts on own');
select is((select array[a.read_self, a.write_self]::text from rowlock.actor_access(actor => who('filler')) a), '{{reviewer},{reviewer}}',
  'sees own, acts on own');
select is((select row(a.read_self, a.write_self)::text from rowlock.actor_access(actor => who('watcher')) a), '({reviewer},{})', 'sees own only');
select is((select (a.body - 'account') || jsonb_build_object('name', a.body #>> '{account,external_id}')
    from rowlock.actor_access_answer(result => rowlock.actor_access(actor => who('filler'))) a),
  to_jsonb(rowlock.actor_access(actor => who('filler'))) - 'mine' - 'read_for' - 'write_for' || '{"name": "filler", "delegations": []}',
  'the answer is the access, with the account');

-- Admin types act on all, whatever is stored; only some are global
update rowlock.membership set read_scope = 'self', write_scope = 'none' where user_id in (who('lead'), who('chief'));
select is(access_of('lead'), 'read {reviewer} write {reviewer} admin {reviewer}', 'an admin acts on all, whatever scopes are stored');
select is(access_of('chief'), 'global read {superadmin} write {superadmin} admin {superadmin}', 'so does a superadmin');
update rowlock.membership set role = 'admin', type = 'member' where user_id = who('worker');
select is(access_of('worker'), 'read {admin} write {admin} admin {}', 'a member of the role admin is not global');
update rowlock.membership set role = 'superadmin', type = 'admin' where user_id = who('worker');
select is(access_of('worker'), 'read {superadmin} write {superadmin} admin {superadmin}', 'an admin of the role superadmin is not global');
update rowlock.membership set role = 'reviewer', type = 'superadmin' where user_id = who('worker');
select is(access_of('worker'), 'global read {reviewer} write {reviewer} admin {reviewer}', 'a superadmin of any role is global');

select refused(format($$select rowlock.actor_access(actor => who(%L))$$, n), 'PT401', 'actor_active', 'not_active', label)
from (values ('suspended', 'a suspended account is refused')) v (n, label);
update rowlock.user_account set status = 'inactive' where external_id = 'worker';
select refused($$select rowlock.actor_access(actor => who('worker'))$$, 'PT401', 'actor_active', 'not_active', 'an inactive account is refused at once');
select refused($$select rowlock.actor_access(actor => gen_random_uuid())$$, 'PT401', 'actor_active', 'not_active', 'an unknown account is refused');
select refused($$select rowlock.actor_access()$$, 'PT401', 'actor_known', 'no_actor', 'without an actor there is no access');

select * from finish();
rollback;
