-- rowlock.analytics_histogram_answer(result, shape): the bins, as HTTP answers them.
create or replace function rowlock.analytics_histogram_answer(
  result rowlock.analytics_histogram_bin[],
  shape  text default 'rows'
)
returns rowlock.http_answer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return row(200, rowlock._analytics_shape(
    field => 'bins', shape => shape, names => '{low,high,count}',
    items => (
      select jsonb_agg(jsonb_build_object(
        'low', r.low, 'high', r.high, 'count', r.count) order by r.ordinality)
      from unnest(result) with ordinality r)))::rowlock.http_answer;
end;
$$;

comment on function rowlock.analytics_histogram_answer is
  'The bins in order; shape = columns: an array for each of their members.
Answers: {"bins?": [{"low": 2.5, "high|null": 7.5, "count": 42}], "columns?": {"*": ["*"]}}';
revoke all on function rowlock.analytics_histogram_answer from public;
select rowlock._function_grant('analytics_histogram_answer', 'service');
