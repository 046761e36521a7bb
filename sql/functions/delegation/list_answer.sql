-- rowlock.delegation_list_answer(result): the page as HTTP answers it.
create or replace function rowlock.delegation_list_answer(result rowlock.delegation_page)
returns rowlock.http_answer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return row(200, jsonb_build_object('delegations', result.items, 'total', result.total))::rowlock.http_answer;
end;
$$;

comment on function rowlock.delegation_list_answer is
  'The delegations of the page, and how many match.
Answers: {"delegations": ["$delegation"], "total": 1}';
revoke all on function rowlock.delegation_list_answer from public;
select rowlock._function_grant('delegation_list_answer', 'service');
