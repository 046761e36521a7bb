-- rowlock.delivery_replay_answer(result): the delivery as HTTP answers it.
create or replace function rowlock.delivery_replay_answer(result rowlock.delivery)
returns rowlock.http_answer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return row(200, rowlock._delivery_record(result))::rowlock.http_answer;
end;
$$;

comment on function rowlock.delivery_replay_answer is
  'The delivery, which is pending again.
Answers: "$delivery"';
revoke all on function rowlock.delivery_replay_answer from public;
select rowlock._function_grant('delivery_replay_answer', 'service');
