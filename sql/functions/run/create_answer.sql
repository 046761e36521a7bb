-- rowlock.run_create_answer(result): the new run as HTTP answers it.
create or replace function rowlock.run_create_answer(result rowlock.run)
returns rowlock.http_answer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return row(201, rowlock._run_record(run => result))::rowlock.http_answer;
end;
$$;

comment on function rowlock.run_create_answer is
  'The record of the new run.
Answers 201: "$run"';
revoke all on function rowlock.run_create_answer from public;
select rowlock._function_grant('run_create_answer', 'service');
