-- rowlock.escalation_create_answer(result): the new or existing row as HTTP answers it.
create or replace function rowlock.escalation_create_answer(result rowlock.escalation_created)
returns rowlock.http_answer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return row(
    case when result.created then 201 else 200 end,
    rowlock._escalation_record(result.escalation))::rowlock.http_answer;
end;
$$;

comment on function rowlock.escalation_create_answer is
  'The record; 201 when this call made it, 200 when its signal key existed.
Answers 201 or 200: "$escalation"';
revoke all on function rowlock.escalation_create_answer from public;
select rowlock._function_grant('escalation_create_answer', 'service');
