-- rowlock.host_register_answer(result): a registered host as HTTP answers it.
create or replace function rowlock.host_register_answer(result rowlock.host_beat)
returns rowlock.http_answer
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select row(case when result.created then 201 else 200 end, jsonb_build_object(
    'outcome', result.outcome, 'host', rowlock._host_record(result.host)))::rowlock.http_answer;
$$;

comment on function rowlock.host_register_answer is
  'The outcome, and the host as it is now; 201 when its name was new.
Answers 201 or 200: {"outcome": "alive|pinned|recognized|flagged|reinstalled|suspect", "host": "$host"}';
revoke all on function rowlock.host_register_answer from public;
select rowlock._function_grant('host_register_answer', 'service');
