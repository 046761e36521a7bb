begin;
\ir ../_fixtures.psql
select plan(13);

select run_as('running', 'work'), run_as('running', 'other');
create function wants(key text, role text default 'reviewer', title text default 'work') returns void language sql as $$
  select rowlock.run_ask(
    run_id => (run_of(wants.title)).id, attempt => 1, wait_key => wants.key, role => wants.role, question => to_jsonb(wants.key || '?'),
    actor => who('here'));
$$;
select wants('first'), wants('second', 'engineer'), wants('third'), wants('theirs', title => 'other');
select rowlock.escalation_create(role => 'reviewer', type => 'note', run_id => (run_of('work')).id, actor => who('chief'));
update rowlock.escalation e set created_at = now() + i.n * interval '1 minute'
from rowlock.ask a, (values ('first', 1), ('second', 2), ('third', 3)) i (key, n) where a.escalation_id = e.id and a.wait_key = i.key;
update rowlock.escalation e set created_at = now() where e.type = 'note';

create function asked(by text, after text default null, max_rows integer default 50) returns text language sql as $$
  select coalesce(string_agg(format('%s %s', coalesce(q.wait_key, '-'), (q.escalation).status), ', '), '')
  from rowlock.run_asks(id => (run_of('work')).id, max_rows => asked.max_rows, after => asked.after, actor => who(asked.by)) q;
$$;
create function next(by text, max_rows integer) returns text language sql as $$
  select (rowlock.run_asks_answer(
    result => array(select q from rowlock.run_asks(id => (run_of('work')).id, max_rows => next.max_rows, actor => who(next.by)) q),
    max_rows => next.max_rows)).body ->> 'next';
$$;
select is(asked('chief'), 'third pending, second pending, first pending, - pending', 'all that a run asked, newest first, and what names it without a key');
select is(asked('worker'), 'third pending, first pending, - pending', 'of the roles that one reads');
select is(asked('engineer'), 'second pending', 'of others too');
select is(asked('nobody'), '', 'of none, nothing');
select is(asked('chief', max_rows => 2), 'third pending, second pending', 'a page');
select is(asked('chief', next('chief', 2)), 'first pending, - pending', 'and the next');
select is(next('chief', 50), null, 'a page that is not full is the last');
select is((select q.attempt from rowlock.run_asks(id => (run_of('work')).id, actor => who('engineer')) q), 1, 'the attempt that asked');
select is(
  (rowlock.run_asks_answer(
    result => array(select q from rowlock.run_asks(id => (run_of('work')).id, actor => who('engineer')) q), max_rows => 50)).body #>> '{asks,0,escalation,role}',
  'engineer', 'over HTTP: asks with their rows');

select refused($$select rowlock.run_asks(id => gen_random_uuid(), actor => who('planner'))$$, 'PT404', 'run_exists', 'not_found', 'a run that is none');
select refused($$select rowlock.run_asks(id => null, actor => who('planner'))$$, 'PT404', 'run_exists', 'not_found', 'no id');
select refused($$select asked('chief', max_rows => 501)$$, 'PT400', 'argument_invalid', 'out_of_range', 'too many at once', 'max_rows');
select refused($$select asked('chief', after => 'x')$$, 'PT400', 'argument_invalid', 'not_cursor', 'a cursor that is none', 'after');

select * from finish();
rollback;
