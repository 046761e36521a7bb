begin;
\ir ../_fixtures.psql
select plan(12);

insert into rowlock.membership (user_id, role, type, created_at) values (who('worker'), 'engineer', 'admin', '2020-01-01Z');
select is((select array_agg(m.role || ' ' || m.type) from rowlock.membership_list(user_id => who('worker'), actor => who('worker')) m),
  '{engineer admin,reviewer member}', 'one sees one''s own roles');
select is((select count(*) from rowlock.membership_list(user_id => who('worker'), actor => who(n))), 2::bigint, format('%s sees them', n))
from unnest(array['lead', 'chief', 'chief_two']) n;
select is((rowlock.membership_list_answer(result => array(
    select m from rowlock.membership_list(user_id => who('worker'), actor => who('worker')) m))).body #> '{roles,0}',
  jsonb_build_object('user_id', who('worker'), 'role', 'engineer', 'type', 'admin', 'read_scope', 'all', 'write_scope', 'all',
    'granted_by_persona', null, 'persona', null, 'created_at', '2020-01-01T00:00:00.000000Z'), 'the answer shows each, times in UTC');
select is((rowlock.membership_list_answer(result => '{}')).body, '{"roles": [], "total": 0}', 'no roles are an empty list');
select is((select count(*) from rowlock.membership_list(user_id => who('nobody'), actor => who('nobody'))), 0::bigint, 'nobody is in none');
select refused(format($$select rowlock.membership_list(user_id => who('lead'), actor => who(%L))$$, n),
  'PT403', 'actor_global', 'not_global', format('%s may not look at others', n)) from unnest(array['watcher', 'nobody']) n;
select refused($$select rowlock.membership_list(user_id => gen_random_uuid(), actor => who('chief'))$$,
  'PT404', 'user_exists', 'not_found', 'an unknown account does not exist');
select refused($$select rowlock.membership_list(user_id => null, actor => who('chief'))$$,
  'PT400', 'argument_invalid', 'missing', 'no account is refused', 'user_id');
select refused($$select rowlock.membership_list(user_id => who('suspended'), actor => who('suspended'))$$,
  'PT401', 'actor_active', 'not_active', 'a suspended account is refused');

select * from finish();
rollback;
