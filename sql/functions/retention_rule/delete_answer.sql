-- rowlock.retention_rule_delete_answer(result): the rule as HTTP answers it.
create or replace function rowlock.retention_rule_delete_answer(result rowlock.retention_rule)
returns rowlock.http_answer
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select row(200, rowlock._retention_rule_record(result))::rowlock.http_answer;
$$;

comment on function rowlock.retention_rule_delete_answer is
  'The rule.
Answers: "$retention_rule"';
revoke all on function rowlock.retention_rule_delete_answer from public;
select rowlock._function_grant('retention_rule_delete_answer', 'service');
