-- rowlock.escalation_get_answer(result): the row as HTTP answers it.
create or replace function rowlock.escalation_get_answer(result rowlock.escalation)
returns rowlock.http_answer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return row(200, rowlock._escalation_record(result))::rowlock.http_answer;
end;
$$;

comment on function rowlock.escalation_get_answer is
  'The record.
Answers: "$escalation"';
revoke all on function rowlock.escalation_get_answer from public;
select rowlock._function_grant('escalation_get_answer', 'service');
