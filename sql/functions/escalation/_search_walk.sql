-- rowlock._escalation_search_walk(query, access, at, step, with_leases): a page from the first free rows of each queue, or none.
-- Reads: rowlock.escalation.
create or replace function rowlock._escalation_search_walk(
  query       jsonb,
  access      rowlock.access,
  at          timestamptz,
  step        integer,
  with_leases boolean
)
returns jsonb
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
-- As a page of the queue: the indexes have the order.
set enable_seqscan = off
set enable_bitmapscan = off
set enable_incremental_sort = off
as $$
declare
  v_rows  constant bigint := (query ->> 'max_rows')::bigint + 1;
  v_skip  constant bigint := (query ->> 'skip_rows')::bigint;
  v_asked constant text := rowlock._escalation_search_where(query => query - 'available');
  v_keys  constant text := rowlock._escalation_search_keyset(sorting => query -> 'order_by', key => query -> 'key');
  v_walk  jsonb;
begin
  -- Each queue is walked step rows far. What lies behind the queue that was left earliest, by rank, is not known:
  -- the page is whole when enough rows before that place are found, or when every queue came to its end.
  execute format($p$
    with walked as materialized (
      select r.role, c.id, c.priority, c.created_at, c.fits
      from unnest(($2).read_all) r (role)
      cross join lateral (
        select e.id, e.priority, e.created_at, (%s) as fits
        from only rowlock.escalation e
        where e.role = r.role and e.status = 'pending' and e.assigned_until is null and %s
        order by e.priority, e.created_at, e.id limit $7
      ) c
    ),
    ends as (
      select l.priority, l.created_at, l.id
      from (
        select distinct on (w.role) w.priority, w.created_at, w.id, count(*) over (partition by w.role) as n
        from walked w order by w.role, w.priority desc, w.created_at desc, w.id desc
      ) l
      where l.n >= $7
      order by l.priority, l.created_at, l.id limit 1
    )
    select jsonb_build_object(
      'walked', (select count(*) from walked),
      'found', (select count(*) from walked w where w.fits),
      'is_end', not exists (select from ends),
      'is_whole', not exists (select from ends) or (
        select count(*) from walked w, ends n
        where w.fits and (w.priority, w.created_at, w.id) <= (n.priority, n.created_at, n.id)) >= $4,
      'ids', array(
        select q.id from (select w.id, w.priority, w.created_at from walked w where w.fits %s) q
        order by q.priority, q.created_at, q.id limit $5 offset $6))$p$,
    v_asked, v_keys,
    ' union all ' || case when with_leases then rowlock._escalation_search_arms(
      query => query, ordered => true, predicate => v_asked || ' and ' || v_keys, parts => '{leased,mine}') end)
  into v_walk
  using query, access, at, v_rows + v_skip, v_rows, v_skip, step;
  return v_walk;
end;
$$;

comment on function rowlock._escalation_search_walk is
  '{walked, found} rows, is_end: no queue has more, is_whole: ids are the page and one row more, if there is one; leased rows and own ones are in it with_leases alone.';
revoke all on function rowlock._escalation_search_walk from public;
