-- rowlock.topic_delete_answer(result): the topic as HTTP answers it.
create or replace function rowlock.topic_delete_answer(result rowlock.topic_catalog)
returns rowlock.http_answer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return row(200, rowlock._topic_record(result))::rowlock.http_answer;
end;
$$;

comment on function rowlock.topic_delete_answer is
  'The topic as it was.
Answers: "$topic"';
revoke all on function rowlock.topic_delete_answer from public;
select rowlock._function_grant('topic_delete_answer', 'service');
