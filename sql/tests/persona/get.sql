begin;
\ir ../_fixtures.psql
select plan(6);

select rowlock.persona_create(key => 'clerk', title => 'Clerk', actor => who('chief')),
  rowlock.persona_put_role(key => 'clerk', role => 'reviewer', actor => who('chief')),
  rowlock.persona_put_role(key => 'clerk', role => 'engineer', relationship => 'read-all', actor => who('chief')),
  rowlock.user_persona_grant(user_id => who('own'), key => 'clerk', actor => who('chief'));
update rowlock.persona set created_at = '2020-01-01Z', updated_at = '2020-01-01Z';

select is((select p.roles from rowlock.persona_get(key => 'clerk', actor => who('nobody')) p),
  '[{"role": "engineer", "relationship": "read-all"}, {"role": "reviewer", "relationship": "write-all"}]', 'anybody sees a persona with its roles');
select is((rowlock.persona_get_answer(result => rowlock.persona_get(key => 'clerk', actor => who('nobody')))).body - 'id' - 'roles',
  '{"key": "clerk", "title": "Clerk", "description": null, "users": 1, "created_at": "2020-01-01T00:00:00.000000Z", "updated_at": "2020-01-01T00:00:00.000000Z"}',
  'the answer shows it, times in UTC');
select refused(format($$select rowlock.persona_get(key => %L, actor => who('nobody'))$$, k), s, c, r, format('key %L: %s', k, r))
from (values ('none', 'PT404', 'persona_exists', 'not_found'), (null, 'PT400', 'argument_invalid', 'missing'), ('', 'PT400', 'argument_invalid', 'missing')) v (k, s, c, r);
select refused($$select rowlock.persona_get(key => 'clerk', actor => who('suspended'))$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');

select * from finish();
rollback;
