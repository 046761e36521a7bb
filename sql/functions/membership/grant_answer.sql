-- rowlock.membership_grant_answer(result): the membership as HTTP answers it.
-- Reads: rowlock.persona.
create or replace function rowlock.membership_grant_answer(result rowlock.membership)
returns rowlock.http_answer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return row(200, rowlock._membership_record(result))::rowlock.http_answer;
end;
$$;

comment on function rowlock.membership_grant_answer is
  'The membership.
Answers: "$membership"';
revoke all on function rowlock.membership_grant_answer from public;
select rowlock._function_grant('membership_grant_answer', 'service');
