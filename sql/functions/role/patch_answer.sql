-- rowlock.role_patch_answer(result): the changed role as HTTP answers it.
create or replace function rowlock.role_patch_answer(result rowlock.role_detail)
returns rowlock.http_answer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return row(200, rowlock._role_detail_record(result))::rowlock.http_answer;
end;
$$;

comment on function rowlock.role_patch_answer is
  'The role after the change, with its schemas and relations.
Answers: "$role_detail"';
revoke all on function rowlock.role_patch_answer from public;
select rowlock._function_grant('role_patch_answer', 'service');
