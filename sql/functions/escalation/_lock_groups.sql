-- rowlock._escalation_lock_groups(query, access, max_rows, size_facet, at): lock the best whole groups in which a query finds a row.
-- Reads: rowlock.escalation.
create or replace function rowlock._escalation_lock_groups(
  query      jsonb,
  access     rowlock.access,
  max_rows   integer,
  size_facet text,
  at         timestamptz
)
returns setof rowlock.escalation_group_lock
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_role  constant text := query ->> 'role';
  -- Dynamic: the text comes from the builders' whitelists, and the values are bound. Pages follow each other by the
  -- rank of their last row, so that incomplete groups at the head hide none.
  v_row   constant text := '(select e.priority, e.created_at, e.id, e.origin_id from only rowlock.escalation e '
    'where e.role = any (($2).read_all) and e.status = ''pending'' and e.origin_id is not null'
    ' and (e.priority, e.created_at, e.id) > ($5, $6, $7) and ';
  v_rank  constant text := ' and ' || rowlock._escalation_search_where(query => query - 'available')
    || ' order by ' || case
      -- No index has a sum: rows that are few or far are found by their own index, and sorted.
      when query ? 'facets' and not rowlock._escalation_facets_near(query => query, access => access) then 'e.priority + 0'
      else 'e.priority'
    end || ', e.created_at, e.id limit $4)';
  v_text  text := v_row || 'e.assigned_until is null' || v_rank;
  v_page  integer := greatest(16 * max_rows, 64);
  v_taken text[] := '{}';
  v_group rowlock.escalation_group_lock;
  v_last  record;
  r       record;
begin
  if exists (
    select from only rowlock.escalation e
    where e.role = any (access.read_all) and e.status = 'pending' and e.assigned_until <= at)
  then
    v_text := v_text || ' union all ' || v_row || 'e.assigned_until <= $3' || v_rank;
  end if;
  v_text := format(
    'with page as materialized (select q.* from (%s) q order by q.priority, q.created_at, q.id limit $4) '
    'select l.priority, l.created_at, l.id, c.found, c.origins from (select count(*) as found, '
    'array_agg(p.origin_id order by p.priority, p.created_at, p.id) as origins from page p) c '
    'left join (select p.* from page p order by p.priority desc, p.created_at desc, p.id desc limit 1) l on true', v_text);
  select -1 as priority, '-infinity'::timestamptz as created_at, '00000000-0000-0000-0000-000000000000'::uuid as id into v_last;

  for i in 1 .. 10 loop
    execute v_text into v_last
    using query, access, at, v_page, v_last.priority, v_last.created_at, v_last.id;
    for r in
      -- What cannot be claimed as it stands is not locked at all.
      select o.origin_id
      from (
        select p.origin_id, min(p.n) as n from unnest(v_last.origins) with ordinality p (origin_id, n) group by p.origin_id
      ) o
      cross join lateral (
        select
          count(*) as members,
          count(*) filter (where e.assigned_until is null or e.assigned_until <= at) as available,
          max(rowlock._facet_number(e.metadata -> _escalation_lock_groups.size_facet)) as declared
        from only rowlock.escalation e
        where e.origin_id = o.origin_id and e.role = v_role and e.status = 'pending'
          and (e.expires_at is null or e.expires_at > at)
      ) g
      where g.members = g.available and g.members = coalesce(g.declared, g.members) and g.members <= 1000
        and o.origin_id <> all (v_taken)
      order by o.n
    loop
      v_group.origin_id := r.origin_id;
      v_group.ids := rowlock._escalation_lock_group(
        role => v_role, origin_id => r.origin_id, size_facet => size_facet, at => at);
      continue when v_group.ids is null;
      v_taken := v_taken || r.origin_id;
      return next v_group;
      exit when cardinality(v_taken) = max_rows;
    end loop;
    exit when cardinality(v_taken) = max_rows or v_last.found < v_page;
    v_page := least(v_page * 4, 16384);
  end loop;
end;
$$;

comment on function rowlock._escalation_lock_groups is
  'Up to max_rows groups in the order of their best row that the checked query finds, each with its ids, locked. Looks at some 100,000 rows at most; a group has up to 1,000.';
revoke all on function rowlock._escalation_lock_groups from public;
