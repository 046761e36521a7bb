-- rowlock.analytics_workload_answer(result, shape): the people, as HTTP answers them.
create or replace function rowlock.analytics_workload_answer(
  result rowlock.analytics_workload_person[],
  shape  text default 'rows'
)
returns rowlock.http_answer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return row(200, rowlock._analytics_shape(
    field => 'people', shape => shape,
    names => '{user_id,claims,resolves,releases,lapses,median_work_minutes,held_minutes,utilization}',
    items => (select jsonb_agg(to_jsonb(r) - 'ordinality' order by r.ordinality)
              from unnest(result) with ordinality r)))::rowlock.http_answer;
end;
$$;

comment on function rowlock.analytics_workload_answer is
  'The people, who resolved most first; shape = columns: an array for each of their members.
Answers: {"people?": [{"user_id": "7f0c2f4e-6a53-4d0e-9c39-1f2b3c4d5e6f", "claims": 12, "resolves": 10, "releases": 1, "lapses": 1, "median_work_minutes|null": 6.5, "held_minutes": 95.2, "utilization": 0.2}], "columns?": {"*": ["*"]}}';
revoke all on function rowlock.analytics_workload_answer from public;
select rowlock._function_grant('analytics_workload_answer', 'service');
