-- rowlock._transition_statuses(machine): the statuses of a machine in their order; of an unknown one, null.
create or replace function rowlock._transition_statuses(machine text)
returns text[]
language sql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
  -- The order in which one comes to them, as people read a board.
  select m.statuses
  from (values
    ('project', '{active,archived}'::text[]),
    ('work_item', '{todo,doing,done,cancelled}'),
    ('run', '{pending,spawning,running,exited,failed,stopped}')) m (machine, statuses)
  where m.machine = _transition_statuses.machine;
$$;

comment on function rowlock._transition_statuses is 'To show them; what is legal stands in rowlock.transition.';
revoke all on function rowlock._transition_statuses from public;
