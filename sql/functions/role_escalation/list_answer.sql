-- rowlock.role_escalation_list_answer(result): the chains as HTTP answers them.
create or replace function rowlock.role_escalation_list_answer(result rowlock.role_escalation[])
returns rowlock.http_answer
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select row(200, jsonb_build_object(
    'chains', coalesce(jsonb_agg(rowlock._role_escalation_record(result[i]) order by i), '[]'),
    'total', cardinality(result)))::rowlock.http_answer
  from generate_subscripts(result, 1) i;
$$;

comment on function rowlock.role_escalation_list_answer is
  'The chains and how many there are.
Answers: {"chains": ["$role_escalation"], "total": 1}';
revoke all on function rowlock.role_escalation_list_answer from public;
select rowlock._function_grant('role_escalation_list_answer', 'service');
