-- rowlock.form_check_answer(result): what is wrong with an answer that was tried, as HTTP answers it.
create or replace function rowlock.form_check_answer(result rowlock.form_error[])
returns rowlock.http_answer
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select row(200, jsonb_build_object(
    'valid', cardinality(result) = 0,
    'violations', coalesce(
      jsonb_agg(jsonb_build_object('field', (result[i]).field, 'message', (result[i]).message) order by i), '[]')))::rowlock.http_answer
  from generate_subscripts(result, 1) i;
$$;

comment on function rowlock.form_check_answer is
  'What is wrong with the answer, in the order of the form; nothing, if it is good.
Answers: {"valid": false, "violations": [{"field": "reason", "message": "This is required"}]}';
revoke all on function rowlock.form_check_answer from public;
select rowlock._function_grant('form_check_answer', 'service');
