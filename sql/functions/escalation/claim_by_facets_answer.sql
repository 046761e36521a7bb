-- rowlock.escalation_claim_by_facets_answer(result, query, actor): the claimed rows; when there are none, what the query finds.
-- Reads: rowlock.escalation.
create or replace function rowlock.escalation_claim_by_facets_answer(
  result rowlock.escalation[],
  query  jsonb,
  actor  uuid default rowlock.actor_current()
)
returns rowlock.http_answer
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
set jit = off
as $$
declare
  v_now   constant timestamptz := clock_timestamp();
  v_query jsonb;
  v_scope rowlock.access;
  v_body  jsonb;
begin
  select jsonb_build_object('claimed', coalesce(jsonb_agg(rowlock._escalation_record(result[i]) order by i), '[]'))
  into v_body
  from generate_subscripts(result, 1) i;
  if cardinality(result) > 0 then
    return row(200, v_body)::rowlock.http_answer;
  end if;

  v_query := rowlock._escalation_pond_query(query => query);
  v_scope := rowlock._escalation_pond_scope(access => rowlock._actor_access(actor => actor), query => v_query);
  return row(200, v_body || jsonb_build_object(
    'available', rowlock._escalation_search_rows_count(
      query => v_query, access => v_scope, at => v_now, up_to => 10000),
    'held', rowlock._escalation_search_rows_count(
      query => v_query || '{"available": false}', access => v_scope, at => v_now, up_to => 10000)))::rowlock.http_answer;
end;
$$;

comment on function rowlock.escalation_claim_by_facets_answer is
  'The claimed records. When there are none: how many rows the query finds that are available, and that are held, each counted up to 10000.
Answers: {"claimed": ["$escalation"], "available?": 0, "held?": 3}';
revoke all on function rowlock.escalation_claim_by_facets_answer from public;
select rowlock._function_grant('escalation_claim_by_facets_answer', 'service');
