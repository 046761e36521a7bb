-- rowlock.role_list_answer(result): the roles as HTTP answers them.
create or replace function rowlock.role_list_answer(result rowlock.role[])
returns rowlock.http_answer
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select row(200, jsonb_build_object('roles', r.records, 'total', cardinality(result)))::rowlock.http_answer
  from (
    select coalesce(
      jsonb_agg(
        rowlock._time_record(record => e.value, names => '{created_at,updated_at}') order by e.ordinality),
      '[]') as records
    from jsonb_array_elements(to_jsonb(result)) with ordinality e
  ) r;
$$;

comment on function rowlock.role_list_answer is
  'The roles and how many there are.
Answers: {"roles": ["$role"], "total": 1}';
revoke all on function rowlock.role_list_answer from public;
select rowlock._function_grant('role_list_answer', 'service');
