-- rowlock.host_heartbeat_answer(result): what became of a beat, as HTTP answers it.
create or replace function rowlock.host_heartbeat_answer(result rowlock.host_beat)
returns rowlock.http_answer
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select row(200, jsonb_build_object(
    'outcome', result.outcome, 'host', rowlock._host_record(result.host)))::rowlock.http_answer;
$$;

comment on function rowlock.host_heartbeat_answer is
  'The outcome, and the host as it is now.
Answers: {"outcome": "alive|pinned|recognized|flagged|reinstalled|suspect", "host": "$host"}';
revoke all on function rowlock.host_heartbeat_answer from public;
select rowlock._function_grant('host_heartbeat_answer', 'service');
