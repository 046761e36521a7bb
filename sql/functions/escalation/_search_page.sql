-- rowlock._escalation_search_page(query, ids, matched): the page that a search answers.
-- Reads: rowlock.escalation.
create or replace function rowlock._escalation_search_page(
  query   jsonb,
  ids     uuid[],
  matched bigint
)
returns rowlock.escalation_page
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_rows constant integer := (query ->> 'max_rows')::integer;
  v_cap  constant boolean := matched > 10000 and query ->> 'count' is distinct from 'exact';
  v_page rowlock.escalation_page;
begin
  select coalesce(jsonb_agg(rowlock._escalation_record(e) order by i.n), '[]')
  into v_page.items
  from unnest(ids[1 : v_rows]) with ordinality i (id, n)
  join rowlock.escalation e on e.id = i.id;

  v_page.total := case when v_cap then 10000 else matched end;
  v_page.total_capped := coalesce(v_cap, false);
  if cardinality(ids) > v_rows then
    v_page.next := rowlock._escalation_search_cursor(sorting => query -> 'order_by', item => v_page.items -> -1);
  end if;
  return v_page;
end;
$$;

comment on function rowlock._escalation_search_page is
  'The records of the ids, the total capped at 10000 unless count is exact, and a cursor when a row is left.';
revoke all on function rowlock._escalation_search_page from public;
