-- rowlock.topic_publish_answer(result): the event as HTTP answers it.
create or replace function rowlock.topic_publish_answer(result rowlock.event)
returns rowlock.http_answer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return row(201, rowlock._event_frame(result))::rowlock.http_answer;
end;
$$;

comment on function rowlock.topic_publish_answer is
  'The event as streams have it.
Answers 201: "$event"';
revoke all on function rowlock.topic_publish_answer from public;
select rowlock._function_grant('topic_publish_answer', 'service');
