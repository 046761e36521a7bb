-- rowlock._run_shown(run): a run as lists show it: its record, and what its item, project and host are called.
-- Reads: rowlock.work_item, rowlock.project, rowlock.host, rowlock.escalation.
create or replace function rowlock._run_shown(run rowlock.run)
returns jsonb
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  return rowlock._run_record(run => run) || (
    select jsonb_build_object(
      'item_title', w.title, 'project_id', w.project_id, 'project_name', p.name,
      'host_name', (select h.name from rowlock.host h where h.id = run.host_id))
    from rowlock.work_item w
    join rowlock.project p on p.id = w.project_id
    where w.id = run.work_item_id);
end;
$$;

comment on function rowlock._run_shown is 'The record, with item_title, project_id, project_name and host_name.';
revoke all on function rowlock._run_shown from public;
