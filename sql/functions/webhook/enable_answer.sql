-- rowlock.webhook_enable_answer(result): the webhook as HTTP answers it.
create or replace function rowlock.webhook_enable_answer(result rowlock.webhook)
returns rowlock.http_answer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return row(200, rowlock._webhook_record(result))::rowlock.http_answer;
end;
$$;

comment on function rowlock.webhook_enable_answer is
  'The webhook as it is now.
Answers: "$webhook"';
revoke all on function rowlock.webhook_enable_answer from public;
select rowlock._function_grant('webhook_enable_answer', 'service');
