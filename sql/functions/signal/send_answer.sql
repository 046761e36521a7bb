-- rowlock.signal_send_answer(result): what became of the answer, as HTTP says it.
create or replace function rowlock.signal_send_answer(result rowlock.signal_sent)
returns rowlock.http_answer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return row(
    case when result.outcome = 'kept' then 202 else 200 end,
    jsonb_build_object(
      'outcome', result.outcome,
      'escalation_id', (result.escalation).id,
      'expires_at', rowlock._time_iso(result.expires_at)))::rowlock.http_answer;
end;
$$;

comment on function rowlock.signal_send_answer is
  'resolved; pending when further people have to agree; or kept (202), until expires_at, for a question that is not asked yet.
Answers 200 or 202: {"outcome": "resolved|pending|kept", "escalation_id|null": "0195f3a0-7c1e-7b2a-9d3f-5e4c8b6a7d10", "expires_at|null!": "2026-03-01T09:10:00.000000Z"}';
revoke all on function rowlock.signal_send_answer from public;
select rowlock._function_grant('signal_send_answer', 'service');
