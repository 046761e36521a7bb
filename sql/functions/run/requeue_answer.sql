-- rowlock.run_requeue_answer(result): what became of the failed run, as HTTP answers it.
create or replace function rowlock.run_requeue_answer(result rowlock.run_outcome)
returns rowlock.http_answer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return row(200, jsonb_build_object(
    'outcome', result.outcome, 'run', rowlock._run_record(run => result.run)))::rowlock.http_answer;
end;
$$;

comment on function rowlock.run_requeue_answer is
  'The outcome, and the run as it is after it.
Answers: {"outcome": "requeued|exhausted", "run": "$run"}';
revoke all on function rowlock.run_requeue_answer from public;
select rowlock._function_grant('run_requeue_answer', 'service');
