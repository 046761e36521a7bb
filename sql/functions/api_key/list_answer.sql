-- rowlock.api_key_list_answer(result): the keys as HTTP answers them.
create or replace function rowlock.api_key_list_answer(result rowlock.api_key_info[])
returns rowlock.http_answer
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select row(200, jsonb_build_object('api_keys', r.records, 'total', cardinality(result)))::rowlock.http_answer
  from (
    select coalesce(
      jsonb_agg(
        rowlock._time_record(record => e.value, names => '{created_at,expires_at,last_used_at}') order by e.ordinality),
      '[]') as records
    from jsonb_array_elements(to_jsonb(result)) with ordinality e
  ) r;
$$;

comment on function rowlock.api_key_list_answer is
  'The keys and how many there are.
Answers: {"api_keys": ["$api_key_info"], "total": 1}';
revoke all on function rowlock.api_key_list_answer from public;
select rowlock._function_grant('api_key_list_answer', 'service');
