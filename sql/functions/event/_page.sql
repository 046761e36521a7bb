-- rowlock._event_page(events, max_rows): a page of one subject's events, and the cursor of the next.
create or replace function rowlock._event_page(
  events   rowlock.event[],
  max_rows integer
)
returns jsonb
language sql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object(
    'events', (select coalesce(jsonb_agg(rowlock._event_frame(e::rowlock.event) order by e.seq), '[]') from unnest(events) e),
    'next', case when cardinality(events) = max_rows then (events[cardinality(events)]).seq end);
$$;

comment on function rowlock._event_page is
  'Oldest first, as the histories of rows, items and runs answer; next is null when there may be no more.';
revoke all on function rowlock._event_page from public;
