-- rowlock.topic_subscribers_answer(result): the subscribers as HTTP answers them.
create or replace function rowlock.topic_subscribers_answer(result jsonb[])
returns rowlock.http_answer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return row(200, jsonb_build_object('subscribers', to_jsonb(result)))::rowlock.http_answer;
end;
$$;

comment on function rowlock.topic_subscribers_answer is
  'Each webhook with those of its patterns that fit.
Answers: {"subscribers": [{"webhook_id": "8d3f1b6a-2c4e-4d5f-9a7b-6c8d0e1f2a3b", "owner_id": "7f0c2f4e-6a53-4d0e-9c39-1f2b3c4d5e6f", "description|text": "Tells the shop.", "status": "enabled|disabled", "patterns": ["app.>"]}]}';
revoke all on function rowlock.topic_subscribers_answer from public;
select rowlock._function_grant('topic_subscribers_answer', 'service');
