-- rowlock.role_details_answer(result): the roles as HTTP answers them.
create or replace function rowlock.role_details_answer(result rowlock.role_detail[])
returns rowlock.http_answer
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select row(200, jsonb_build_object(
    'roles', coalesce(jsonb_agg(rowlock._role_detail_record(result[i]) order by i), '[]'),
    'total', cardinality(result)))::rowlock.http_answer
  from generate_subscripts(result, 1) i;
$$;

comment on function rowlock.role_details_answer is
  'The roles with their schemas and relations, and how many there are.
Answers: {"roles": ["$role_detail"], "total": 1}';
revoke all on function rowlock.role_details_answer from public;
select rowlock._function_grant('role_details_answer', 'service');
