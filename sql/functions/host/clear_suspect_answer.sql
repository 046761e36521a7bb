-- rowlock.host_clear_suspect_answer(result): whether a suspicion ended, as HTTP answers it.
create or replace function rowlock.host_clear_suspect_answer(result rowlock.host_cleared)
returns rowlock.http_answer
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select row(200, jsonb_build_object(
    'cleared', result.cleared, 'host', rowlock._host_record(result.host)))::rowlock.http_answer;
$$;

comment on function rowlock.host_clear_suspect_answer is
  'Whether the host was suspect, and the host as it is now.
Answers: {"cleared": true, "host": "$host"}';
revoke all on function rowlock.host_clear_suspect_answer from public;
select rowlock._function_grant('host_clear_suspect_answer', 'service');
