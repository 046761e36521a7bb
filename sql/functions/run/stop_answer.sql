-- rowlock.run_stop_answer(result): the stopped run as HTTP answers it.
create or replace function rowlock.run_stop_answer(result rowlock.run)
returns rowlock.http_answer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return row(200, rowlock._run_record(run => result))::rowlock.http_answer;
end;
$$;

comment on function rowlock.run_stop_answer is
  'The record.
Answers: "$run"';
revoke all on function rowlock.run_stop_answer from public;
select rowlock._function_grant('run_stop_answer', 'service');
