-- rowlock.membership_grant_answer(result): the membership as HTTP answers it.
create or replace function rowlock.membership_grant_answer(result rowlock.membership)
returns rowlock.http_answer
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select row(
    200, rowlock._time_record(record => to_jsonb(result), names => '{created_at}'))::rowlock.http_answer;
$$;

comment on function rowlock.membership_grant_answer is
  'The membership as it stands now.
Answers: "$membership"';
revoke all on function rowlock.membership_grant_answer from public;
select rowlock._function_grant('membership_grant_answer', 'service');
