-- rowlock.work_item_delete_answer(result): the deletion as HTTP answers it.
create or replace function rowlock.work_item_delete_answer(result rowlock.work_item_deleted)
returns rowlock.http_answer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return row(200, jsonb_build_object(
    'work_item', rowlock._work_item_record(result.work_item), 'descendants', result.descendants,
    'run_ids', result.run_ids))::rowlock.http_answer;
end;
$$;

comment on function rowlock.work_item_delete_answer is
  'The item as it was, how many were below it, and the runs that went with them.
Answers: {"work_item": "$work_item", "descendants": 0, "run_ids": ["4b1f6c2e-93a7-4c58-8d0e-7a6b5c4d3e2f"]}';
revoke all on function rowlock.work_item_delete_answer from public;
select rowlock._function_grant('work_item_delete_answer', 'service');
