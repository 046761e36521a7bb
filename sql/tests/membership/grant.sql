begin;
\ir ../_fixtures.psql
select plan(51);

-- give(to, by, …): the row of the membership, as text.
create function give(to_whom text, by text, role text default 'reviewer', type text default 'member', read_scope text default 'all', write_scope text default 'all')
returns text language sql as $$
  select concat_ws(' ', m.role, m.type, m.read_scope, m.write_scope)
  from rowlock.membership_grant(user_id => who(give.to_whom), role => give.role, type => give.type, read_scope => give.read_scope,
    write_scope => give.write_scope, actor => who(give.by)) m;
$$;
select last_seq() as seq \gset

select is(give('nobody', 'lead'), 'reviewer member all all', 'an admin of the role brings somebody in');
select is((select count(*) from events_since(:seq)), 1::bigint, 'a grant is journaled');
select is(
  (select row(v.topic, v.role, v.assigned_to, v.actor, v.payload)::text from events_since(:seq) v),
  row('membership.changed', 'reviewer', who('nobody'), who('lead'),
    '{"type": "member", "change": "granted", "read_scope": "all", "write_scope": "all"}'::jsonb)::text,
  'the event tells who got what from whom');
select is(give('nobody', 'lead'), 'reviewer member all all', 'granting the same again is no error');
select is((select count(*) from events_since(:seq)), 1::bigint, 'and leaves no event');
select is(give('nobody', 'lead', type => 'admin'), 'reviewer admin all all', 'a grant promotes');
select is(give('nobody', 'lead', read_scope => 'self', write_scope => 'none'), 'reviewer member self none', 'a grant demotes, scopes too');
select is((select count(*) from events_since(:seq)), 3::bigint, 'each change is journaled');
select is(give('nobody', 'lead', read_scope => r, write_scope => w), format('reviewer member %s %s', r, w), format('%s/%s is a profile', r, w))
from (values ('all', 'self'), ('self', 'self'), ('all', 'none')) p (r, w);
select is(give('nobody', 'chief', role => 'admin', type => 'superadmin'), 'admin superadmin all all', 'a superadmin grants anything');

-- Arguments
select refused(format($$select give('engineer', 'chief', %s => %L)$$, f, v), 'PT400', 'argument_invalid', r, format('%s %L is refused', f, v), f)
from (values ('role', '', 'missing'), ('role', null, 'missing'), ('role', 'nowhere', 'unknown_role'), ('type', 'owner', 'unknown'),
  ('type', null, 'unknown'), ('read_scope', 'none', 'unknown'), ('read_scope', null, 'unknown'), ('write_scope', 'some', 'unknown'),
  ('write_scope', null, 'unknown')) a (f, v, r);
select refused($$select give('engineer', 'chief', read_scope => 'self')$$,
  'PT400', 'argument_invalid', 'wider_than_read', 'nobody acts on rows that they cannot see', 'write_scope');
select refused($$select rowlock.membership_grant(user_id => null, role => 'reviewer', actor => who('chief'))$$,
  'PT400', 'argument_invalid', 'missing', 'no account is refused', 'user_id');
select refused($$select rowlock.membership_grant(user_id => gen_random_uuid(), role => 'reviewer', actor => who('chief'))$$,
  'PT404', 'user_exists', 'not_found', 'an unknown account does not exist');

-- Who may
select refused(format($$select give('engineer', %L)$$, n), 'PT403', 'membership_grantable', 'not_admin', format('%s may not grant', n))
from unnest(array['worker', 'auditor', 'engineer', 'robot']) n;
select refused($$select give('worker', 'lead', role => 'engineer')$$,
  'PT403', 'membership_grantable', 'not_admin', 'an admin grants the own role only');
select refused($$select give('worker', 'chief_two')$$,
  'PT403', 'membership_grantable', 'not_admin', 'global access alone grants nothing: it takes a superadmin or an admin of the role');
select is(give('worker', 'chief_two', role => 'admin'), 'admin member all all', 'an admin of the role admin grants that role');
select refused($$select give('engineer', 'lead', type => 'superadmin')$$,
  'PT403', 'membership_grantable', 'not_admin', 'an admin makes no superadmin');
select refused($$select give('lead', 'lead', type => 'superadmin')$$,
  'PT403', 'membership_grantable', 'not_admin', 'an admin does not promote the own account');
select refused($$select give('chief', 'lead')$$,
  'PT403', 'membership_grantable', 'not_admin', 'an admin changes no superadmin');
select refused($$select give('engineer', 'suspended')$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');
select is((select count(*) from rowlock.membership m where m.user_id = who('engineer')), 1::bigint, 'a refused call grants nothing');

-- The last superadmin, and bots that become global
select is(give('nobody', 'chief', role => 'admin'), 'admin member all all', 'a superadmin is demoted');
select refused($$select give('chief', 'chief', role => 'superadmin', type => 'admin')$$,
  'PT409', 'user_last_superadmin', 'last_superadmin', 'the last active superadmin is not demoted');
select is(give('chief', 'chief', role => 'superadmin', type => 'superadmin', write_scope => 'none'), 'superadmin superadmin all none', 'its scopes may change');
select rowlock.membership_grant(user_id => who('suspended'), role => 'superadmin', type => 'superadmin', actor => who('chief'));
select refused($$select give('chief', 'chief', role => 'superadmin')$$,
  'PT409', 'user_last_superadmin', 'last_superadmin', 'a suspended superadmin is none that is left');
select is(give('chief', 'chief', type => 'superadmin'), 'reviewer superadmin all all', 'one may be superadmin twice');
select is(give('chief', 'chief', role => 'superadmin', type => 'admin'), 'superadmin admin all all', 'and then lose one of the two');
select refused($$select give('chief', 'lead', type => 'member')$$,
  'PT403', 'membership_grantable', 'not_admin', 'an admin of the role demotes no superadmin of it');
create function mint(name text, by text) returns void language sql as $$
  select rowlock.api_key_mint(user_id => who('robot'), name => mint.name, actor => who(mint.by));
$$;
create function keys() returns text[] language sql volatile as $$
  select array_agg(k.name order by k.name) from rowlock.api_key k where k.user_id = who('robot');
$$;
select mint(n, n) from unnest(array['chief', 'chief_two', 'lead']) n;
insert into rowlock.api_key (user_id, name, key_prefix, key_hash) values (who('robot'), 'old', 'old', sha256('x'));
select is(give('robot', 'lead', type => 'admin'), 'reviewer admin all all', 'a bot becomes admin of the role');
select is(keys(), '{chief,chief_two,lead,old}', 'and keeps its keys');
select is(give('robot', 'chief', role => 'admin', type => 'admin'), 'admin admin all all', 'a bot becomes global');
select is(keys(), '{chief,chief_two}', 'it keeps the keys of minters who are global: nobody knows who else has the others');
select is(give('robot', 'chief', role => 'superadmin', type => 'superadmin'), 'superadmin superadmin all all', 'a bot becomes superadmin');
select is(keys(), '{chief}', 'it keeps the keys that a superadmin minted');
select mint('again', 'chief');
select is(give('robot', 'chief', role => 'engineer'), 'engineer member all all', 'a superadmin gets one role more');
select is(keys(), '{again,chief}', 'and keeps them');

select * from finish();
rollback;
