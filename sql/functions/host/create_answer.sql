-- rowlock.host_create_answer(result): a new host as HTTP answers it.
create or replace function rowlock.host_create_answer(result rowlock.host)
returns rowlock.http_answer
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select row(201, rowlock._host_record(result))::rowlock.http_answer;
$$;

comment on function rowlock.host_create_answer is
  'The host.
Answers 201: "$host"';
revoke all on function rowlock.host_create_answer from public;
select rowlock._function_grant('host_create_answer', 'service');
