-- rowlock.bot_get_answer(result): the bot as HTTP answers it.
create or replace function rowlock.bot_get_answer(result rowlock.user_account)
returns rowlock.http_answer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return row(200, rowlock._user_record(result))::rowlock.http_answer;
end;
$$;

comment on function rowlock.bot_get_answer is
  'The account of the bot.
Answers: "$user"';
revoke all on function rowlock.bot_get_answer from public;
select rowlock._function_grant('bot_get_answer', 'service');
