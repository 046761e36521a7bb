begin;
\ir ../_fixtures.psql
select plan(22);

select last_seq() as seq \gset
select is(
  (select row((c.role).role, (c.role).title, (c.role).description, c.created)::text
   from rowlock.role_create(role => 'night-shift_2', title => 'Night', description => 'at night', actor => who('chief')) c),
  '(night-shift_2,Night,"at night",t)', 'a role is made as it was asked for');
select is(
  (select row(v.topic, v.subject_id, v.role, v.payload)::text from events_since(:seq) v),
  row('role.updated', 'night-shift_2', 'night-shift_2', '{"change": "created"}'::jsonb)::text, 'a new role is journaled');
select is(
  (select row((c.role).title, c.created)::text from rowlock.role_create(role => 'night-shift_2', title => 'Other', actor => who('chief_two')) c),
  '(Night,f)', 'a role that exists comes back unchanged and not created');
select is((select count(*) from events_since(:seq)), 1::bigint, 'and leaves no event');
select refused(format($$select rowlock.role_create(role => %L, actor => who('chief'))$$, r), 'PT400', 'argument_invalid', 'form',
  format('role %L is refused', r), 'role') from unnest(array['Night', '1st', '-x', 'a b', 'a.b', E'a\n', 'é']) r;
select refused(format($$select rowlock.role_create(role => %L, actor => who('chief'))$$, r), 'PT400', 'argument_invalid', 'missing',
  format('role %L is refused', r), 'role') from unnest(array['', null]) r;
select refused(format($$select rowlock.role_create(role => %s, title => %s, description => %s, actor => who('chief'))$$, a, b, c),
  'PT400', 'argument_invalid', 'too_long', format('a %s that is too long is refused', f), f)
from (values ('repeat(''x'', 201)', 'null', 'null', 'role'), ('''x''', 'repeat(''x'', 201)', 'null', 'title'),
  ('''x''', 'null', 'repeat(''x'', 10001)', 'description')) v (a, b, c, f);
select refused(format($$select rowlock.role_create(role => 'x', actor => who(%L))$$, n),
  'PT403', 'actor_global', 'not_global', format('%s may not make roles', n)) from unnest(array['lead', 'worker', 'nobody']) n;
select refused($$select rowlock.role_create(role => 'x', actor => who('suspended'))$$,
  'PT401', 'actor_active', 'not_active', 'a suspended account is refused');
select is((rowlock.role_create_answer(result => rowlock.role_create(role => n, actor => who('chief')))).status, s, format('%s is answered with %s', n, s))
from (values ('fresh', 201), ('reviewer', 200)) a (n, s);

select * from finish();
rollback;
