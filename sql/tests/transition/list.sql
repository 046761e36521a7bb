begin;
\ir ../_fixtures.psql
select plan(10);

create function edges(machine text) returns text language sql as $$
  select string_agg(t.from_status || '-' || t.to_status, ' ' order by t.n)
  from (select t.*, row_number() over () as n from rowlock.transition_list(machine => edges.machine, actor => who('nobody')) t) t;
$$;
select is(edges('project'), 'active-archived archived-active', 'the edges of a machine');
select is(edges('work_item'),
  'todo-doing todo-done todo-cancelled doing-todo doing-done doing-cancelled done-doing done-cancelled cancelled-todo',
  'in the order of its statuses');
-- An answer of it, and what it may not leave out.
select is(
  (select string_agg(s.status, ' ' order by s.status) from unnest(rowlock._transition_statuses(machine => m)) s (status)),
  (select string_agg(t.status, ' ' order by t.status) from (
    select t.from_status as status from rowlock.transition t where t.machine = m
    union select t.to_status from rowlock.transition t where t.machine = m) t),
  format('all statuses of %s are told', m))
from unnest(array['project', 'work_item', 'run']) m;
select is((rowlock.transition_list_answer(
    result => array(select t from rowlock.transition_list(machine => 'project', actor => who('nobody')) t), machine => 'project')).body,
  '{"statuses": ["active", "archived"], "transitions": [
    {"from_status": "active", "to_status": "archived", "cause": "archive"},
    {"from_status": "archived", "to_status": "active", "cause": "unarchive"}]}'::jsonb, 'as HTTP answers it');

select refused(format($$select rowlock.transition_list(machine => %L, actor => who('nobody'))$$, k.machine), 'PT400', 'argument_invalid', k.reason, k.what, 'machine')
from (values (null, 'missing', 'a machine has to be named'), ('', 'missing', 'by a name'), ('host', 'unknown', 'and one of ours')) k (machine, reason, what);
select refused($$select rowlock.transition_list(machine => 'run', actor => who('suspended'))$$, 'PT401', 'actor_active', 'not_active', 'a suspended account is refused');

select * from finish();
rollback;
