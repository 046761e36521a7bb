-- rowlock.role_list_schema_list_answer(result): the versions as HTTP answers them.
create or replace function rowlock.role_list_schema_list_answer(result rowlock.role_schema_page)
returns rowlock.http_answer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return row(200, jsonb_build_object('versions', result.items, 'total', result.total))::rowlock.http_answer;
end;
$$;

comment on function rowlock.role_list_schema_list_answer is
  'The versions of the page, and how many there are.
Answers: {"versions": [{"version": 1, "change_summary|null": "The amount is new.",
  "created_by|null": "7f0c2f4e-6a53-4d0e-9c39-1f2b3c4d5e6f", "created_at": "2026-03-01T09:00:00.000000Z"}], "total": 1}';
revoke all on function rowlock.role_list_schema_list_answer from public;
select rowlock._function_grant('role_list_schema_list_answer', 'service');
