-- rowlock.run_claim_answer(result): the claimed run as HTTP answers it.
create or replace function rowlock.run_claim_answer(result rowlock.run[])
returns rowlock.http_answer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return row(200, jsonb_build_object(
    'run', case when cardinality(result) > 0 then rowlock._run_record(run => result[1]) end))::rowlock.http_answer;
end;
$$;

comment on function rowlock.run_claim_answer is
  'The record; null when there is none to take.
Answers: {"run|null": "$run"}';
revoke all on function rowlock.run_claim_answer from public;
select rowlock._function_grant('run_claim_answer', 'service');
