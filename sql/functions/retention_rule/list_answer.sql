-- rowlock.retention_rule_list_answer(result): the rules as HTTP answers them.
-- Reads: rowlock.retention_subject.
create or replace function rowlock.retention_rule_list_answer(result rowlock.retention_rule[])
returns rowlock.http_answer
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select row(200, jsonb_build_object(
    'rules', (
      select coalesce(jsonb_agg(rowlock._retention_rule_record(result[i]) order by i), '[]')
      from generate_subscripts(result, 1) i),
    'subjects', (
      select jsonb_agg(jsonb_build_object(
        'subject', s.subject, 'actions', s.actions, 'least_age', s.least_age::text, 'counted_from', s.counted_from)
        order by s.subject)
      from rowlock.retention_subject s),
    'total', coalesce(cardinality(result), 0)))::rowlock.http_answer;
$$;

comment on function rowlock.retention_rule_list_answer is
  'The rules, what further ones may be about, and how many there are.
Answers: {"rules": ["$retention_rule"], "subjects": [{"subject": "event", "actions": ["delete"], "least_age": "00:00:00", "counted_from": "when it was journaled"}], "total": 1}';
revoke all on function rowlock.retention_rule_list_answer from public;
select rowlock._function_grant('retention_rule_list_answer', 'service');
