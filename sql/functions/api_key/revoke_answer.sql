-- rowlock.api_key_revoke_answer(result): the key that was as HTTP answers it.
create or replace function rowlock.api_key_revoke_answer(result rowlock.api_key_info)
returns rowlock.http_answer
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select row(
    200, rowlock._time_record(record => to_jsonb(result), names => '{created_at,expires_at,last_used_at}'))::rowlock.http_answer;
$$;

comment on function rowlock.api_key_revoke_answer is
  'The key that was, without the key itself.
Answers: "$api_key_info"';
revoke all on function rowlock.api_key_revoke_answer from public;
select rowlock._function_grant('api_key_revoke_answer', 'service');
