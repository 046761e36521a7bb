-- rowlock.event_consumer_list_answer(result): the consumers as HTTP answers them.
create or replace function rowlock.event_consumer_list_answer(result rowlock.event_consumer[])
returns rowlock.http_answer
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select row(200, jsonb_build_object(
    'consumers', coalesce(jsonb_agg(rowlock._event_consumer_record(result[i]) order by i), '[]'),
    'total', cardinality(result)))::rowlock.http_answer
  from generate_subscripts(result, 1) i;
$$;

comment on function rowlock.event_consumer_list_answer is
  'The consumers, the slowest first, and how many there are.
Answers: {"consumers": ["$event_consumer"], "total": 1}';
revoke all on function rowlock.event_consumer_list_answer from public;
select rowlock._function_grant('event_consumer_list_answer', 'service');
