begin;
\ir ../_fixtures.psql
select plan(16);

select is((select row(p.key, p.title, p.description, p.roles, p.users)::text from rowlock.persona_create(
  key => 'clerk', title => 'Clerk', description => 'At the desk', actor => who('chief')) p),
  row('clerk', 'Clerk', 'At the desk', '[]'::jsonb, 0)::text, 'a persona is made, without roles and holders');
select is((rowlock.persona_create(key => n || '-x', actor => who(n))).key, n || '-x', format('%s may', n)) from unnest(array['lead']) n;
select is((rowlock.persona_create_answer(result => rowlock.persona_create(key => 'x', actor => who('chief')))).status, 201, 'the answer is 201');
select refused($$select rowlock.persona_create(key => 'clerk', actor => who('chief'))$$, 'PT409', 'persona_key_taken', 'taken', 'a key is given once');
select refused(format($$select rowlock.persona_create(key => %L, actor => who('chief'))$$, k), 'PT400', 'argument_invalid', r, format('key %L is refused', k), 'key')
from (values ('', 'missing'), (null, 'missing'), ('Clerk', 'form'), ('a b', 'form'), (E'a\n', 'form'), (repeat('x', 201), 'too_long')) a (k, r);
select refused($$select rowlock.persona_create(key => 'y', title => repeat('x', 201), actor => who('chief'))$$, 'PT400', 'argument_invalid', 'too_long', 'a long title is refused', 'title');
select refused($$select rowlock.persona_create(key => 'y', description => repeat('x', 10001), actor => who('chief'))$$, 'PT400', 'argument_invalid', 'too_long', 'a long description is refused', 'description');
select refused(format($$select rowlock.persona_create(key => 'y', actor => who(%L))$$, n), 'PT403', 'actor_global', 'not_global', format('%s may not', n))
from unnest(array['worker', 'nobody', 'robot']) n;
select refused($$select rowlock.persona_create(key => 'y', actor => who('suspended'))$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');

select * from finish();
rollback;
