begin;
\ir ../_fixtures.psql
select plan(15);

create function give(to_whom text, by text, role text default 'reviewer', type text default 'member', read_scope text default 'all', write_scope text default 'all')
returns text language sql as $$
  select concat_ws(' ', m.role, m.type, m.read_scope, m.write_scope)
  from rowlock.membership_grant_if_absent(user_id => who(give.to_whom), role => give.role, type => give.type, read_scope => give.read_scope,
    write_scope => give.write_scope, actor => who(give.by)) m;
$$;
select last_seq() as seq \gset

select is(give('nobody', 'lead', read_scope => 'self', write_scope => 'self'), 'reviewer member self self', 'who is not in the role gets in');
select is(give('nobody', 'lead'), 'reviewer member self self', 'who is stays as they are');
select is(give('auditor', 'lead', type => 'admin'), 'reviewer member all none', 'nobody is promoted');
select is(give('lead', 'chief', read_scope => 'self', write_scope => 'none'), 'reviewer admin all all', 'nor demoted');
select is((select count(*) from events_since(:seq)), 1::bigint, 'what changes nothing is not journaled');
select refused($$select give('nobody', 'chief', read_scope => 'self')$$, 'PT400', 'argument_invalid', 'wider_than_read', 'scopes are of the lattice', 'write_scope');
select refused($$select give('nobody', 'chief', role => 'nowhere')$$, 'PT400', 'argument_invalid', 'unknown_role', 'the role exists', 'role');
select refused($$select rowlock.membership_grant_if_absent(user_id => gen_random_uuid(), role => 'reviewer', actor => who('chief'))$$,
  'PT404', 'user_exists', 'not_found', 'an unknown account does not exist');
select refused(format($$select give('engineer', %L)$$, n), 'PT403', 'membership_grantable', 'not_admin', format('%s may not grant', n))
from unnest(array['worker', 'engineer', 'chief_two']) n;
select refused($$select give('engineer', 'lead', type => 'superadmin')$$, 'PT403', 'membership_grantable', 'not_admin', 'an admin makes no superadmin');
select refused($$select give('chief', 'lead')$$, 'PT403', 'membership_grantable', 'not_admin', 'an admin changes no superadmin');
select refused($$select give('engineer', 'suspended')$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');
-- A bot that becomes global
select rowlock.api_key_mint(user_id => who('robot'), name => 'small', actor => who('lead'));
select give('robot', 'chief', role => 'superadmin', type => 'superadmin');
select is_empty($$select from rowlock.api_key k where k.user_id = who('robot')$$, 'a bot that becomes global loses the keys of small admins');

select * from finish();
rollback;
