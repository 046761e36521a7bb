-- rowlock.delegation_create_answer(result): the delegation as HTTP answers it.
create or replace function rowlock.delegation_create_answer(result rowlock.delegation)
returns rowlock.http_answer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return row(201, rowlock._delegation_record(result))::rowlock.http_answer;
end;
$$;

comment on function rowlock.delegation_create_answer is
  'The delegation.
Answers 201: "$delegation"';
revoke all on function rowlock.delegation_create_answer from public;
select rowlock._function_grant('delegation_create_answer', 'service');
