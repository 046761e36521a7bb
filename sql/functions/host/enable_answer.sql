-- rowlock.host_enable_answer(result): an enabled host as HTTP answers it.
create or replace function rowlock.host_enable_answer(result rowlock.host)
returns rowlock.http_answer
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select row(200, rowlock._host_record(result))::rowlock.http_answer;
$$;

comment on function rowlock.host_enable_answer is
  'The host as it is now.
Answers: "$host"';
revoke all on function rowlock.host_enable_answer from public;
select rowlock._function_grant('host_enable_answer', 'service');
