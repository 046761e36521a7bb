-- rowlock._escalation_search_column(sorting, n): what the nth sort field sorts by, as query text over e.
create or replace function rowlock._escalation_search_column(
  sorting jsonb,
  n       integer
)
returns text
language sql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
  -- Columns are in the whitelist of _escalation_search_order; the key of a facet stays bound. Texts sort by what a cursor can hold.
  select case
    when not f.item ? 'facet' then format('e.%I', f.item ->> 'field')
    when f.item ->> 'type' = 'numeric' then format('rowlock._facet_number(e.metadata -> ($1 #>> ''{order_by,%s,facet}''))', n)
    else format('left(e.metadata ->> ($1 #>> ''{order_by,%s,facet}''), 100)', n)
  end
  from (values (sorting -> n)) f (item);
$$;

comment on function rowlock._escalation_search_column is
  'A column, or the facet as a number or as the first 100 characters of its text; the checked query is in $1.';
revoke all on function rowlock._escalation_search_column from public;
