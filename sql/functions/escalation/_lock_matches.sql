-- rowlock._escalation_lock_matches(query, access, max_rows, at): lock the best rows that a query asks for.
-- Reads: rowlock.escalation.
create or replace function rowlock._escalation_lock_matches(
  query    jsonb,
  access   rowlock.access,
  max_rows integer,
  at       timestamptz
)
returns uuid[]
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  -- Statistics know little of facets, and nothing of wide metadata: the heads of the queues are asked instead.
  v_way   text := case
    when not query ? 'facets' then 'queue'
    when not rowlock._escalation_facets_near(query => query, access => access) then 'sort'
    -- Judged by the whole row, which a walk has not.
    when query ? 'jeopardy' then 'queue'
    else 'walk'
  end;
  v_text  text := rowlock._escalation_match_text(query => query, access => access, way => v_way, at => at);
  v_page  integer := greatest(2 * max_rows, 16);
  v_seen  uuid[];
  v_steps integer[];
  v_ids   uuid[] := '{}';
  v_more  uuid[];
begin
  for i in 1 .. 20 loop
    -- What an earlier round locked is locked by us and would come again.
    execute v_text into v_seen, v_steps using query, access, at, v_page, v_ids, 256 * v_page;
    -- Each change is a new version: under the same one the row is what the page has seen.
    v_more := array(
      select e.id
      from unnest(v_seen, v_steps) s (id, version)
      join only rowlock.escalation e on e.id = s.id
      where e.version = s.version and e.status = 'pending'
      order by e.priority, e.created_at, e.id
      limit _escalation_lock_matches.max_rows - cardinality(v_ids)
      for no key update of e skip locked);
    exit when cardinality(v_ids || v_more) = max_rows;
    v_ids := v_ids || v_more;
    v_more := '{}';

    if v_way = 'walk' then
      -- It ended before it had found enough.
      v_way := 'sort';
      v_text := rowlock._escalation_match_text(query => query, access => access, way => v_way, at => at);
    -- Empty means a page that was not full, never that others held all of it: look further down.
    elsif coalesce(cardinality(v_seen), 0) >= v_page and v_page < 16384 then
      v_page := v_page * 4;
    -- Nor that what it showed was changed meanwhile, and matches still: look again.
    elsif not exists (
      select from unnest(v_seen, v_steps) s (id, version)
      join only rowlock.escalation e on e.id = s.id
      where e.version <> s.version)
    then
      exit;
    end if;
  end loop;
  return v_ids || v_more;
end;
$$;

comment on function rowlock._escalation_lock_matches is
  'Ids of up to max_rows free or lapsed rows in rank order, locked: those of the access'' read_all roles, and the actor''s own in read_self, that the checked query asks for.';
revoke all on function rowlock._escalation_lock_matches from public;
