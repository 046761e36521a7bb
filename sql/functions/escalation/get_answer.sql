-- rowlock.escalation_get_answer(result): the row as HTTP answers it.
create or replace function rowlock.escalation_get_answer(result rowlock.escalation)
returns rowlock.http_answer
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_applied constant rowlock.form_applied := rowlock._form_applied(escalation => result);
begin
  return row(200, rowlock._escalation_record(result) || jsonb_build_object(
    'answers', rowlock._escalation_answers(result),
    'levels', rowlock._escalation_levels(result),
    'form_schema', v_applied.form_schema,
    'schema_version', v_applied.schema_version))::rowlock.http_answer;
end;
$$;

comment on function rowlock.escalation_get_answer is
  'The record; answers: what each person has said so far, where approvals_required is more than 1; levels: what becomes of it while it waits, and when; form_schema: what an answer looks like, and which version of its role''s schema that is (null: the row''s own).
Answers: "$escalation"';
revoke all on function rowlock.escalation_get_answer from public;
select rowlock._function_grant('escalation_get_answer', 'service');
