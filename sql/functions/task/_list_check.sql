-- rowlock._task_list_check(status): refuse a status that no task can have.
create or replace function rowlock._task_list_check(status text[])
returns void
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  if cardinality(status) > 1000 or not status <@ array[
    'pending', 'in_progress', 'needs_intervention', 'completed', 'failed', 'cancelled']
  then
    perform rowlock._argument_refuse(
      field => 'status', reason => 'unknown',
      hint => 'pending, in_progress, needs_intervention, completed, failed, cancelled, or an array of these.');
  end if;
end;
$$;

comment on function rowlock._task_list_check is 'Raises PT400 for an unknown status.';
revoke all on function rowlock._task_list_check from public;
