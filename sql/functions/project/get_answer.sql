-- rowlock.project_get_answer(result): the project as HTTP answers it, with how many of its items are in which status.
-- Reads: rowlock.work_item.
create or replace function rowlock.project_get_answer(result rowlock.project)
returns rowlock.http_answer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return row(200, rowlock._project_record(result) || jsonb_build_object('work_items', (
    select jsonb_object_agg(s.status, coalesce(c.items, 0))
    from unnest(rowlock._transition_statuses(machine => 'work_item')) s (status)
    left join (
      select w.status, count(*) as items from rowlock.work_item w where w.project_id = result.id group by w.status) c
      on c.status = s.status)))::rowlock.http_answer;
end;
$$;

comment on function rowlock.project_get_answer is
  'The project, and how many of its items are in which status.
Answers: "$project"';
revoke all on function rowlock.project_get_answer from public;
select rowlock._function_grant('project_get_answer', 'service');
