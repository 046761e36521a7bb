-- rowlock.event_ticket_create_answer(result): the ticket as HTTP answers it.
create or replace function rowlock.event_ticket_create_answer(result rowlock.event_ticket_issued)
returns rowlock.http_answer
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select row(201, jsonb_build_object(
    'ticket', result.ticket, 'expires_at', rowlock._time_iso(result.expires_at)))::rowlock.http_answer;
$$;

comment on function rowlock.event_ticket_create_answer is
  'The ticket and until when it may be used.
Answers 201: {"ticket": "rt_0123456789abcdef", "expires_at": "2026-03-01T09:00:30.000000Z"}';
revoke all on function rowlock.event_ticket_create_answer from public;
select rowlock._function_grant('event_ticket_create_answer', 'service');
