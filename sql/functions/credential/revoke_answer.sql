-- rowlock.credential_revoke_answer(result): the ended credential as HTTP answers it.
create or replace function rowlock.credential_revoke_answer(result rowlock.credential_info)
returns rowlock.http_answer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return row(200, rowlock._credential_record(result))::rowlock.http_answer;
end;
$$;

comment on function rowlock.credential_revoke_answer is
  'The credential that ended, without its value.
Answers: "$credential_info"';
revoke all on function rowlock.credential_revoke_answer from public;
select rowlock._function_grant('credential_revoke_answer', 'service');
