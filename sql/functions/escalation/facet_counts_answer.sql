-- rowlock.escalation_facet_counts_answer(result): the counts as HTTP answers them.
create or replace function rowlock.escalation_facet_counts_answer(result rowlock.escalation_values)
returns rowlock.http_answer
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select row(200, jsonb_build_object(
    'values', result.items, 'total', result.total, 'rows', result.rows, 'capped', result.capped))::rowlock.http_answer;
$$;

comment on function rowlock.escalation_facet_counts_answer is
  'The values with their counts, how many values there are, in how many rows, and whether rows were left unread.
Answers: {"values": [{"value": "*", "count": 3}], "total": 1, "rows": 3, "capped": false}';
revoke all on function rowlock.escalation_facet_counts_answer from public;
select rowlock._function_grant('escalation_facet_counts_answer', 'service');
