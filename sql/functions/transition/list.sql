-- rowlock.transition_list(machine, actor): which status may follow which.
-- Reads: rowlock.transition.
create or replace function rowlock.transition_list(
  machine text,
  actor   uuid default rowlock.actor_current()
)
returns setof rowlock.transition
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access   constant rowlock.access := rowlock._actor_access(actor => actor);
  v_statuses constant text[] := rowlock._transition_statuses(machine => machine);
begin
  perform rowlock._argument_text(field => 'machine', value => machine, required => true);
  if v_statuses is null then
    perform rowlock._argument_refuse(field => 'machine', reason => 'unknown', hint => 'project, work_item or run.');
  end if;
  return query
  select t.*
  from rowlock.transition t
  where t.machine = transition_list.machine and v_access.actor is not null
  order by array_position(v_statuses, t.from_status), array_position(v_statuses, t.to_status);
end;
$$;

comment on function rowlock.transition_list is
  'Which status of projects, items or runs may follow which, in the order of the statuses; what is not there is refused. Any signed-in account may see them. Raises PT400, PT401, PT403.
Example: {"machine": "work_item"}';
revoke all on function rowlock.transition_list from public;
select rowlock._function_grant('transition_list', 'service', 'user', 'proxy');
