-- rowlock.user_list_names_answer(result): the names as HTTP answers them.
create or replace function rowlock.user_list_names_answer(result jsonb)
returns rowlock.http_answer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return row(200, jsonb_build_object('names', result))::rowlock.http_answer;
end;
$$;

comment on function rowlock.user_list_names_answer is
  'The names by id.
Answers: {"names": {"*": "*", "7f0c2f4e-6a53-4d0e-9c39-1f2b3c4d5e6f": "Ada"}}';
revoke all on function rowlock.user_list_names_answer from public;
select rowlock._function_grant('user_list_names_answer', 'service');
