-- rowlock.namespace_get_answer(result): the tenant as HTTP answers it.
create or replace function rowlock.namespace_get_answer(result rowlock.namespace)
returns rowlock.http_answer
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select row(200, rowlock._namespace_record(namespace => result))::rowlock.http_answer;
$$;

comment on function rowlock.namespace_get_answer is
  'The tenant.
Answers: "$namespace"';
revoke all on function rowlock.namespace_get_answer from public;
select rowlock._function_grant('namespace_get_answer', 'service');
