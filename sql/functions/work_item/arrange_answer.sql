-- rowlock.work_item_arrange_answer(result): the item as HTTP answers it.
create or replace function rowlock.work_item_arrange_answer(result rowlock.work_item)
returns rowlock.http_answer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return row(200, rowlock._work_item_record(result))::rowlock.http_answer;
end;
$$;

comment on function rowlock.work_item_arrange_answer is
  'The item.
Answers: "$work_item"';
revoke all on function rowlock.work_item_arrange_answer from public;
select rowlock._function_grant('work_item_arrange_answer', 'service');
