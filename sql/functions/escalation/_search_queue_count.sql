-- rowlock._escalation_search_queue_count(query, access, at, up_to): how many pending rows match, over the arms of the page.
-- Reads: rowlock.escalation.
create or replace function rowlock._escalation_search_queue_count(
  query  jsonb,
  access rowlock.access,
  at     timestamptz,
  up_to  bigint
)
returns bigint
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
-- Each arm is in the order of its index: without sorts, no plan may take an index that has other queues' rows too.
set enable_seqscan = off
set enable_bitmapscan = off
set enable_sort = off
set enable_incremental_sort = off
as $$
declare
  v_asked jsonb := query - 'available';
  v_due   bigint := 0;
  v_count bigint;
begin
  -- Dynamic, here and below: the text comes from the builders' whitelists, and the values are bound.
  -- Deadlines are in no queue index, and looking at ten thousand rows for theirs takes longer than all else. So
  -- where the index has every other column, due rows are counted with the rest and subtracted; the sweep keeps them few.
  if not query ?| array['type', 'subtype', 'ended', 'block', 'range', 'exists', 'jeopardy'] then
    execute format(
      'select count(*) from (select from only rowlock.escalation e where e.status = ''pending'' and e.expires_at <= $3 '
      'and %s and %s limit 10001) c',
      rowlock._escalation_search_gate(access => access), rowlock._escalation_search_where(query => query - 'status'))
    into v_due
    using query, access, at;
    if v_due <= 10000 then
      v_asked := v_asked - 'status';
    else
      v_due := 0;
    end if;
  end if;

  execute format('select count(*) from (select from (%s) q limit $4) c', rowlock._escalation_search_arms(
    query => query, ordered => false, predicate => rowlock._escalation_search_where(query => v_asked)))
  into v_count
  using query, access, at, up_to + v_due;
  return v_count - v_due;
end;
$$;

comment on function rowlock._escalation_search_queue_count is 'The count, ended at up_to; null counts all.';
revoke all on function rowlock._escalation_search_queue_count from public;
