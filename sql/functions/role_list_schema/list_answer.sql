-- rowlock.role_list_schema_list_answer(result): the versions as HTTP answers them.
create or replace function rowlock.role_list_schema_list_answer(result rowlock.role_schema_page)
returns rowlock.http_answer
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select row(200, jsonb_build_object('versions', result.items, 'total', result.total))::rowlock.http_answer;
$$;

comment on function rowlock.role_list_schema_list_answer is 'The versions of the page, and how many there are.';
revoke all on function rowlock.role_list_schema_list_answer from public;
select rowlock._function_grant('role_list_schema_list_answer', 'service');
