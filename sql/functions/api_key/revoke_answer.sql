-- rowlock.api_key_revoke_answer(result): the ended key as HTTP answers it.
create or replace function rowlock.api_key_revoke_answer(result rowlock.api_key_info)
returns rowlock.http_answer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return row(200, rowlock._api_key_record(result))::rowlock.http_answer;
end;
$$;

comment on function rowlock.api_key_revoke_answer is
  'The key that ended, without the key.
Answers: "$api_key_info"';
revoke all on function rowlock.api_key_revoke_answer from public;
select rowlock._function_grant('api_key_revoke_answer', 'service');
