-- rowlock.role_delete_answer(result): the removed role as HTTP answers it.
create or replace function rowlock.role_delete_answer(result rowlock.role)
returns rowlock.http_answer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return row(200, jsonb_build_object('role', rowlock._role_record(result), 'deleted', true))::rowlock.http_answer;
end;
$$;

comment on function rowlock.role_delete_answer is
  'The role that was.
Answers: {"role": "$role", "deleted": true}';
revoke all on function rowlock.role_delete_answer from public;
select rowlock._function_grant('role_delete_answer', 'service');
