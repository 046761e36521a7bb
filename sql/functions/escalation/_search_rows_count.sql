-- rowlock._escalation_search_rows_count(query, access, at, up_to): how many rows match, with the WHERE of the page.
-- Reads: rowlock.escalation.
create or replace function rowlock._escalation_search_rows_count(
  query  jsonb,
  access rowlock.access,
  at     timestamptz,
  up_to  bigint
)
returns bigint
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_count bigint;
begin
  -- Dynamic: the predicate is made of whitelisted text, and the values are bound.
  execute format('select count(*) from (select from rowlock.escalation e where %s and %s limit $4) c',
    rowlock._escalation_search_gate(access => access), rowlock._escalation_search_where(query => query))
  into v_count
  using query, access, at, up_to;
  return v_count;
end;
$$;

comment on function rowlock._escalation_search_rows_count is 'The count, ended at up_to; null counts all.';
revoke all on function rowlock._escalation_search_rows_count from public;
