-- rowlock.escalation_history_answer(result, max_rows): a page of a row's events, as HTTP answers it.
create or replace function rowlock.escalation_history_answer(
  result   rowlock.event[],
  max_rows integer
)
returns rowlock.http_answer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return row(200, rowlock._event_page(events => result, max_rows => max_rows))::rowlock.http_answer;
end;
$$;

comment on function rowlock.escalation_history_answer is
  'The events, oldest first; next is what the following page is asked for with (after), null after the last one.
Answers: {"events": ["$event"], "next|null": 12}';
revoke all on function rowlock.escalation_history_answer from public;
select rowlock._function_grant('escalation_history_answer', 'service');
