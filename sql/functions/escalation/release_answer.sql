-- rowlock.escalation_release_answer(result): the released row as HTTP answers it.
create or replace function rowlock.escalation_release_answer(result rowlock.escalation)
returns rowlock.http_answer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return row(200, jsonb_build_object('escalation', rowlock._escalation_record(result)))::rowlock.http_answer;
end;
$$;

comment on function rowlock.escalation_release_answer is
  'The record of the released row.
Answers: {"escalation": "$escalation"}';
revoke all on function rowlock.escalation_release_answer from public;
select rowlock._function_grant('escalation_release_answer', 'service');
