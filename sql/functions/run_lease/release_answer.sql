-- rowlock.run_lease_release_answer(result): the lease that ended as HTTP answers it.
create or replace function rowlock.run_lease_release_answer(result rowlock.run_lease)
returns rowlock.http_answer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return row(200, jsonb_build_object('lease', rowlock._run_lease_record(lease => result)))::rowlock.http_answer;
end;
$$;

comment on function rowlock.run_lease_release_answer is
  'The lease as it was.
Answers: {"lease": "$run_lease"}';
revoke all on function rowlock.run_lease_release_answer from public;
select rowlock._function_grant('run_lease_release_answer', 'service');
