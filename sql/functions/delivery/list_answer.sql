-- rowlock.delivery_list_answer(result): the page as HTTP answers it.
create or replace function rowlock.delivery_list_answer(result rowlock.delivery_page)
returns rowlock.http_answer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return row(200, jsonb_build_object('deliveries', result.items, 'next', result.next))::rowlock.http_answer;
end;
$$;

comment on function rowlock.delivery_list_answer is
  'The deliveries of the page, and the cursor of the next one.
Answers: {"deliveries": ["$delivery"], "next|null": 12}';
revoke all on function rowlock.delivery_list_answer from public;
select rowlock._function_grant('delivery_list_answer', 'service');
