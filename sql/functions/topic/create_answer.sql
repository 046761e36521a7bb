-- rowlock.topic_create_answer(result): the topic as HTTP answers it.
create or replace function rowlock.topic_create_answer(result rowlock.topic_catalog)
returns rowlock.http_answer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return row(201, rowlock._topic_record(result))::rowlock.http_answer;
end;
$$;

comment on function rowlock.topic_create_answer is
  'The topic.
Answers 201: "$topic"';
revoke all on function rowlock.topic_create_answer from public;
select rowlock._function_grant('topic_create_answer', 'service');
