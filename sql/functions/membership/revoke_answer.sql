-- rowlock.membership_revoke_answer(result): the membership that was as HTTP answers it.
create or replace function rowlock.membership_revoke_answer(result rowlock.membership)
returns rowlock.http_answer
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select row(
    200, rowlock._time_record(record => to_jsonb(result), names => '{created_at}'))::rowlock.http_answer;
$$;

comment on function rowlock.membership_revoke_answer is
  'The membership that was.
Answers: "$membership"';
revoke all on function rowlock.membership_revoke_answer from public;
select rowlock._function_grant('membership_revoke_answer', 'service');
