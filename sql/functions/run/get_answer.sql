-- rowlock.run_get_answer(result): the run as HTTP answers it.
-- Reads: rowlock.run_lease, rowlock.work_item, rowlock.project, rowlock.host, rowlock.escalation.
create or replace function rowlock.run_get_answer(result rowlock.run)
returns rowlock.http_answer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return row(200, rowlock._run_shown(run => result) || jsonb_build_object('lease', (
    select rowlock._run_lease_record(lease => l)
    from rowlock.run_lease l
    where l.run_id = (result).id and l.expires_at > clock_timestamp())))::rowlock.http_answer;
end;
$$;

comment on function rowlock.run_get_answer is
  'The record, with what its item, project and host are called, and the lease on its session; null when nobody is attached.
Answers: "$run"';
revoke all on function rowlock.run_get_answer from public;
select rowlock._function_grant('run_get_answer', 'service');
