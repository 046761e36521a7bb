-- rowlock.persona_get_answer(result): the persona as HTTP answers it.
create or replace function rowlock.persona_get_answer(result rowlock.persona_info)
returns rowlock.http_answer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return row(200, rowlock._persona_record(result))::rowlock.http_answer;
end;
$$;

comment on function rowlock.persona_get_answer is
  'The persona with its roles.
Answers: "$persona"';
revoke all on function rowlock.persona_get_answer from public;
select rowlock._function_grant('persona_get_answer', 'service');
