-- rowlock.role_create_answer(result): the role as HTTP answers it.
create or replace function rowlock.role_create_answer(result rowlock.role_created)
returns rowlock.http_answer
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select row(
    case when result.created then 201 else 200 end,
    jsonb_build_object(
      'role', rowlock._time_record(record => to_jsonb(result.role), names => '{created_at,updated_at}'),
      'created', result.created))::rowlock.http_answer;
$$;

comment on function rowlock.role_create_answer is
  'The role; 201 when this call made it, 200 when it existed.
Answers 201 or 200: {"role": "$role", "created": true}';
revoke all on function rowlock.role_create_answer from public;
select rowlock._function_grant('role_create_answer', 'service');
