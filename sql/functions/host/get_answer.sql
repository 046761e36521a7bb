-- rowlock.host_get_answer(result): a host as HTTP answers it.
-- Reads: rowlock.run.
create or replace function rowlock.host_get_answer(result rowlock.host)
returns rowlock.http_answer
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select row(200, rowlock._host_shown(result))::rowlock.http_answer;
$$;

comment on function rowlock.host_get_answer is
  'The host, with the number of its runs that are open.
Answers: "$host"';
revoke all on function rowlock.host_get_answer from public;
select rowlock._function_grant('host_get_answer', 'service');
