-- rowlock.credential_store_answer(result): the new credential as HTTP answers it.
create or replace function rowlock.credential_store_answer(result rowlock.credential_info)
returns rowlock.http_answer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return row(201, rowlock._credential_record(result))::rowlock.http_answer;
end;
$$;

comment on function rowlock.credential_store_answer is
  'The credential, without its value.
Answers 201: "$credential_info"';
revoke all on function rowlock.credential_store_answer from public;
select rowlock._function_grant('credential_store_answer', 'service');
