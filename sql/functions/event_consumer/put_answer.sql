-- rowlock.event_consumer_put_answer(result): the consumer as HTTP answers it.
create or replace function rowlock.event_consumer_put_answer(result rowlock.event_consumer)
returns rowlock.http_answer
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select row(200, rowlock._event_consumer_record(result))::rowlock.http_answer;
$$;

comment on function rowlock.event_consumer_put_answer is
  'The consumer, and how far it is.
Answers: "$event_consumer"';
revoke all on function rowlock.event_consumer_put_answer from public;
select rowlock._function_grant('event_consumer_put_answer', 'service');
