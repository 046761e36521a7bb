-- rowlock.escalation_get_answer(result): the row as HTTP answers it.
create or replace function rowlock.escalation_get_answer(result rowlock.escalation)
returns rowlock.http_answer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return row(200, rowlock._escalation_record(result) || jsonb_build_object(
    'answers', rowlock._escalation_answers(result)))::rowlock.http_answer;
end;
$$;

comment on function rowlock.escalation_get_answer is
  'The record; answers: what each person has said so far, where approvals_required is more than 1.
Answers: "$escalation"';
revoke all on function rowlock.escalation_get_answer from public;
select rowlock._function_grant('escalation_get_answer', 'service');
