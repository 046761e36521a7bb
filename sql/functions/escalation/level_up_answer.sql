-- rowlock.escalation_level_up_answer(result): the row as HTTP answers it.
create or replace function rowlock.escalation_level_up_answer(result rowlock.escalation)
returns rowlock.http_answer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return row(200, jsonb_build_object('escalation', rowlock._escalation_record(result)))::rowlock.http_answer;
end;
$$;

comment on function rowlock.escalation_level_up_answer is
  'The record, with the level that it reached, or in its new role.
Answers: {"escalation": "$escalation"}';
revoke all on function rowlock.escalation_level_up_answer from public;
select rowlock._function_grant('escalation_level_up_answer', 'service');
