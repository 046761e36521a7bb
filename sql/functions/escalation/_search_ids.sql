-- rowlock._escalation_search_ids(query, access, at, way): the ids of a page and of one row more, if there is one.
create or replace function rowlock._escalation_search_ids(
  query  jsonb,
  access rowlock.access,
  at     timestamptz,
  way    jsonb
)
returns uuid[]
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_walk jsonb;
begin
  if way ->> 'way' = 'queue' then
    return rowlock._escalation_search_queue(query => query, access => access, at => at);
  end if;
  if way ->> 'way' = 'walk' then
    v_walk := rowlock._escalation_search_walk(
      query => query, access => access, at => at, step => (way ->> 'step')::integer, with_leases => true);
    if (v_walk ->> 'is_whole')::boolean then
      return array(select i.id::uuid from jsonb_array_elements_text(v_walk -> 'ids') with ordinality i (id, n) order by i.n);
    end if;
  end if;
  return rowlock._escalation_search_rows(query => query, access => access, at => at);
end;
$$;

comment on function rowlock._escalation_search_ids is 'The access is narrowed by _escalation_search_scope, the query checked; the way is that of _escalation_search_way.';
revoke all on function rowlock._escalation_search_ids from public;
