-- rowlock.run_asks_answer(result, max_rows): a page of what a run has asked, as HTTP answers it.
create or replace function rowlock.run_asks_answer(
  result   rowlock.run_question[],
  max_rows integer
)
returns rowlock.http_answer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_last rowlock.escalation;
begin
  if cardinality(result) = max_rows then
    v_last := (result[max_rows]).escalation;
  end if;
  return row(200, jsonb_build_object(
    'asks', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'wait_key', q.wait_key, 'attempt', q.attempt, 'escalation', rowlock._escalation_record(q.escalation))
          order by q.ordinality),
        '[]')
      from unnest(result) with ordinality q),
    'next', case when v_last.id is not null
      then rowlock._cursor_text(place => jsonb_build_array(v_last.created_at, v_last.id)) end))::rowlock.http_answer;
end;
$$;

comment on function rowlock.run_asks_answer is
  'The questions with their rows, newest first, and the cursor of the next page.
Answers: {"asks": [{"wait_key|null": "deploy", "attempt|null": 1, "escalation": "$escalation"}], "next|null": "eyJrIjpbMl19"}';
revoke all on function rowlock.run_asks_answer from public;
select rowlock._function_grant('run_asks_answer', 'service');
