-- rowlock.role_escalation_delete_answer(result): the removed chain as HTTP answers it.
create or replace function rowlock.role_escalation_delete_answer(result rowlock.role_escalation)
returns rowlock.http_answer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return row(200, jsonb_build_object(
    'chain', rowlock._role_escalation_record(result), 'deleted', true))::rowlock.http_answer;
end;
$$;

comment on function rowlock.role_escalation_delete_answer is
  'The chain that was.
Answers: {"chain": "$role_escalation", "deleted": true}';
revoke all on function rowlock.role_escalation_delete_answer from public;
select rowlock._function_grant('role_escalation_delete_answer', 'service');
