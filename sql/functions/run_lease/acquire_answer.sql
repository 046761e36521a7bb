-- rowlock.run_lease_acquire_answer(result): the lease as HTTP answers it.
create or replace function rowlock.run_lease_acquire_answer(result rowlock.run_lease[])
returns rowlock.http_answer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return row(200, jsonb_build_object(
    'lease', case when cardinality(result) > 0 then rowlock._run_lease_record(lease => result[1]) end))::rowlock.http_answer;
end;
$$;

comment on function rowlock.run_lease_acquire_answer is
  'The lease; null when somebody else holds it.
Answers: {"lease|null": "$run_lease"}';
revoke all on function rowlock.run_lease_acquire_answer from public;
select rowlock._function_grant('run_lease_acquire_answer', 'service');
