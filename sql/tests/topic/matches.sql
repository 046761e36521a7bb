begin;
\ir ../_fixtures.psql
select plan(26);

select is(rowlock.topic_matches(pattern => p, topic => t), m, format('%L %s %L', p, case when m then 'matches' else 'does not match' end, t))
from (values
  ('escalation.created', 'escalation.created', true), ('escalation.created', 'escalation.creat', false),
  ('escalation.created', 'escalation.created.x', false), ('escalation', 'escalation.created', false),
  ('escalation.*', 'escalation.created', true), ('escalation.*', 'escalation', false), ('escalation.*', 'escalation.a.b', false),
  ('*.created', 'escalation.created', true), ('*.*', 'escalation.created', true), ('*.*', 'escalation', false),
  ('*', 'escalation', true), ('*', 'escalation.created', true), ('*', '', false),
  ('escalation.>', 'escalation.created', true), ('escalation.>', 'escalation.a.b', true), ('escalation.>', 'escalation', false),
  ('>', 'escalation', true), ('>', 'a.b.c', true), ('>.created', 'escalation.created', false),
  ('escal*', 'escalation', false), ('escalation.%', 'escalation.created', false), ('Escalation.created', 'escalation.created', false),
  ('', 'escalation', false), ('.', 'a.b', false)) c (p, t, m);
select is(rowlock.topic_matches(pattern => null, topic => 'a'), null, 'no pattern is no answer, and no error');
select is(rowlock.topic_matches(pattern => 'a', topic => null) is true, false, 'no topic matches nothing');

select * from finish();
rollback;
