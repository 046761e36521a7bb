-- rowlock.api_key_list_answer(result): the keys as HTTP answers them.
create or replace function rowlock.api_key_list_answer(result rowlock.api_key_info[])
returns rowlock.http_answer
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select row(200, jsonb_build_object(
    'api_keys', coalesce(jsonb_agg(rowlock._api_key_record(result[i]) order by i), '[]'),
    'total', cardinality(result)))::rowlock.http_answer
  from generate_subscripts(result, 1) i;
$$;

comment on function rowlock.api_key_list_answer is
  'The keys and how many there are.
Answers: {"api_keys": ["$api_key_info"], "total": 1}';
revoke all on function rowlock.api_key_list_answer from public;
select rowlock._function_grant('api_key_list_answer', 'service');
