-- rowlock.transition_list_answer(result, machine): the machine as HTTP answers it.
create or replace function rowlock.transition_list_answer(
  result  rowlock.transition[],
  machine text
)
returns rowlock.http_answer
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select row(200, jsonb_build_object(
    'statuses', rowlock._transition_statuses(machine => machine),
    'transitions', (
      select jsonb_agg(jsonb_build_object('from_status', t.from_status, 'to_status', t.to_status, 'cause', t.cause) order by t.ordinality)
      from unnest(result) with ordinality t)))::rowlock.http_answer;
$$;

comment on function rowlock.transition_list_answer is
  'The statuses in their order, and which may follow which.
Answers: {"statuses": ["todo"], "transitions": [{"from_status": "todo", "to_status": "doing", "cause": "start"}]}';
revoke all on function rowlock.transition_list_answer from public;
select rowlock._function_grant('transition_list_answer', 'service');
