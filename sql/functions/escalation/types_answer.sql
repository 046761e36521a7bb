-- rowlock.escalation_types_answer(result): the types as HTTP answers them.
create or replace function rowlock.escalation_types_answer(result rowlock.escalation_words)
returns rowlock.http_answer
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select row(200, jsonb_build_object('types', result.items, 'capped', result.capped))::rowlock.http_answer;
$$;

comment on function rowlock.escalation_types_answer is
  'The types, and whether rows were left unread.
Answers: {"types": ["approval"], "capped": false}';
revoke all on function rowlock.escalation_types_answer from public;
select rowlock._function_grant('escalation_types_answer', 'service');
