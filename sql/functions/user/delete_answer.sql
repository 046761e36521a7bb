-- rowlock.user_delete_answer(result): the account as HTTP answers it.
create or replace function rowlock.user_delete_answer(result rowlock.user_account)
returns rowlock.http_answer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return row(200, rowlock._user_record(result))::rowlock.http_answer;
end;
$$;

comment on function rowlock.user_delete_answer is
  'The account, without its password hash.
Answers: "$user"';
revoke all on function rowlock.user_delete_answer from public;
select rowlock._function_grant('user_delete_answer', 'service');
