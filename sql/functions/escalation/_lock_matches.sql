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
  -- Dynamic: the text comes from the builders' whitelists, and the values are bound. Free and leased rows are in
  -- two indexes, so they are two arms; what cannot give a row is left out, because planning is most of the work.
  v_where constant text := rowlock._escalation_search_where(query => query - 'available');
  v_row   constant text := format('select e.id, e.version, e.priority, e.created_at from rowlock.escalation e '
    'where e.status = ''pending'' and e.id <> all ($5) and %s', v_where);
  v_rank  constant text := 'order by e.priority, e.created_at, e.id limit $4';
  v_role  constant text := 'select c.* from unnest(($2).read_all) r (role) cross join lateral ('
    || v_row || ' and e.role = r.role and ';
  v_text  text := v_role || 'e.assigned_until is null ' || v_rank || ') c';
  v_page  integer := greatest(2 * max_rows, 16);
  v_seen  uuid[];
  v_steps integer[];
  v_ids   uuid[] := '{}';
  v_more  uuid[];
begin
  if exists (
    select from rowlock.escalation e
    where e.role = any (access.read_all) and e.status = 'pending' and e.assigned_until <= at)
  then
    v_text := v_text || ' union all ' || v_role || 'e.assigned_until <= $3 order by e.assigned_until limit $4) c';
  end if;
  if access.read_self <> '{}' then
    v_text := v_text || ' union all (' || v_row || ' and e.assigned_to = ($2).actor and e.role = any (($2).read_self)'
      ' and (e.assigned_until is null or e.assigned_until <= $3) ' || v_rank || ')';
  end if;
  v_text := format(
    'select array_agg(p.id), array_agg(p.version) from (select q.* from (%s) q order by q.priority, q.created_at, q.id limit $4) p',
    v_text);

  for i in 1 .. 20 loop
    -- What an earlier round locked is locked by us and would come again.
    execute v_text into v_seen, v_steps using query, access, at, v_page, v_ids;
    -- Each change is a new version: under the same one the row is what the page has seen.
    v_more := array(
      select e.id
      from unnest(v_seen, v_steps) s (id, version)
      join rowlock.escalation e on e.id = s.id
      where e.version = s.version and e.status = 'pending'
      order by e.priority, e.created_at, e.id
      limit _escalation_lock_matches.max_rows - cardinality(v_ids)
      for no key update of e skip locked);
    exit when cardinality(v_ids || v_more) = max_rows;
    v_ids := v_ids || v_more;
    v_more := '{}';

    -- Empty means a page that was not full, never that others held all of it: look further down.
    if coalesce(cardinality(v_seen), 0) >= v_page and v_page < 16384 then
      v_page := v_page * 4;
      continue;
    end if;
    -- Nor that what it showed was changed meanwhile, and matches still: look again.
    exit when not exists (
      select from unnest(v_seen, v_steps) s (id, version)
      join rowlock.escalation e on e.id = s.id
      where e.version <> s.version);
  end loop;
  return v_ids || v_more;
end;
$$;

comment on function rowlock._escalation_lock_matches is
  'Ids of up to max_rows free or lapsed rows in rank order, locked: those of the access'' read_all roles, and the actor''s own in read_self, that the checked query asks for.';
revoke all on function rowlock._escalation_lock_matches from public;
