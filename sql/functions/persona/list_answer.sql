-- rowlock.persona_list_answer(result): the personas as HTTP answers them.
create or replace function rowlock.persona_list_answer(result rowlock.persona_info[])
returns rowlock.http_answer
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select row(200, jsonb_build_object(
    'personas', coalesce(jsonb_agg(rowlock._persona_record(result[i]) order by i), '[]'),
    'total', cardinality(result)))::rowlock.http_answer
  from generate_subscripts(result, 1) i;
$$;

comment on function rowlock.persona_list_answer is
  'The personas and how many there are.
Answers: {"personas": ["$persona"], "total": 1}';
revoke all on function rowlock.persona_list_answer from public;
select rowlock._function_grant('persona_list_answer', 'service');
