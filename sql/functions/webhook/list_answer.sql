-- rowlock.webhook_list_answer(result): the page as HTTP answers it.
create or replace function rowlock.webhook_list_answer(result rowlock.webhook_page)
returns rowlock.http_answer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return row(200, jsonb_build_object('webhooks', result.items, 'total', result.total))::rowlock.http_answer;
end;
$$;

comment on function rowlock.webhook_list_answer is
  'The webhooks of the page, and how many match.
Answers: {"webhooks": ["$webhook"], "total": 1}';
revoke all on function rowlock.webhook_list_answer from public;
select rowlock._function_grant('webhook_list_answer', 'service');
