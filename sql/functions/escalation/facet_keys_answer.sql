-- rowlock.escalation_facet_keys_answer(result): the keys as HTTP answers them.
create or replace function rowlock.escalation_facet_keys_answer(result rowlock.escalation_words)
returns rowlock.http_answer
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select row(200, jsonb_build_object('facet_keys', result.items, 'capped', result.capped))::rowlock.http_answer;
$$;

comment on function rowlock.escalation_facet_keys_answer is
  'The keys, and whether rows were left unread.
Answers: {"facet_keys": ["region"], "capped": false}';
revoke all on function rowlock.escalation_facet_keys_answer from public;
select rowlock._function_grant('escalation_facet_keys_answer', 'service');
