-- rowlock.work_item_subtree_answer(result): the subtree as HTTP answers it.
create or replace function rowlock.work_item_subtree_answer(result rowlock.work_item[])
returns rowlock.http_answer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return row(200, jsonb_build_object(
    'work_items', array(select rowlock._work_item_record(w) from unnest(result) w)))::rowlock.http_answer;
end;
$$;

comment on function rowlock.work_item_subtree_answer is
  'The item and all below it, parents before children.
Answers: {"work_items": ["$work_item"]}';
revoke all on function rowlock.work_item_subtree_answer from public;
select rowlock._function_grant('work_item_subtree_answer', 'service');
