-- rowlock.work_item_list_answer(result): the page as HTTP answers it.
create or replace function rowlock.work_item_list_answer(result rowlock.work_item_page)
returns rowlock.http_answer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return row(200, jsonb_build_object('work_items', result.items, 'next', result.next))::rowlock.http_answer;
end;
$$;

comment on function rowlock.work_item_list_answer is
  'The items of the page, and the cursor of the next one.
Answers: {"work_items": ["$work_item"], "next|null": "eyJrIjpbMl19"}';
revoke all on function rowlock.work_item_list_answer from public;
select rowlock._function_grant('work_item_list_answer', 'service');
