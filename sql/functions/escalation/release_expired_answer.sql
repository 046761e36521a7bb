-- rowlock.escalation_release_expired_answer(result): the count as HTTP answers it.
create or replace function rowlock.escalation_release_expired_answer(result integer)
returns rowlock.http_answer
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select row(200, jsonb_build_object('released', result))::rowlock.http_answer;
$$;

comment on function rowlock.escalation_release_expired_answer is
  'How many lapsed claims were cleared.
Answers: {"released": 3}';
revoke all on function rowlock.escalation_release_expired_answer from public;
select rowlock._function_grant('escalation_release_expired_answer', 'service');
