-- rowlock.namespace_list_answer(result): the tenants as HTTP answers them.
create or replace function rowlock.namespace_list_answer(result rowlock.namespace[])
returns rowlock.http_answer
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select row(200, jsonb_build_object(
    'namespaces', coalesce(jsonb_agg(rowlock._namespace_record(namespace => result[i]) order by i), '[]'),
    'total', coalesce(cardinality(result), 0)))::rowlock.http_answer
  from generate_subscripts(result, 1) i;
$$;

comment on function rowlock.namespace_list_answer is
  'The tenants, and how many there are.
Answers: {"namespaces": ["$namespace"], "total": 1}';
revoke all on function rowlock.namespace_list_answer from public;
select rowlock._function_grant('namespace_list_answer', 'service');
