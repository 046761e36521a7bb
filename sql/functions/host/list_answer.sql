-- rowlock.host_list_answer(result): a page of hosts as HTTP answers it.
create or replace function rowlock.host_list_answer(result rowlock.host_page)
returns rowlock.http_answer
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select row(200, jsonb_build_object('hosts', result.items, 'next', result.next))::rowlock.http_answer;
$$;

comment on function rowlock.host_list_answer is
  'The hosts of the page, and the cursor of the next one.
Answers: {"hosts": ["$host"], "next|null": "WyJtYWMtbWluaS03Il0"}';
revoke all on function rowlock.host_list_answer from public;
select rowlock._function_grant('host_list_answer', 'service');
