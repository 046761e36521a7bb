-- rowlock._escalation_words(access, kind): the types, or the facet keys, of rows that the actor may see.
-- Reads: rowlock.escalation.
create or replace function rowlock._escalation_words(
  access rowlock.access,
  kind   text
)
returns rowlock.escalation_words
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
-- Planned for these roles; seldom called, and never worth compiling.
set plan_cache_mode = force_custom_plan
set jit = off
as $$
declare
  v_all   constant text[] := case when access.is_global
    then array(select unnest(rowlock._escalation_queue_roles()) union select unnest(rowlock._escalation_ended_roles()))
    else access.read_all end;
  -- No index has types or keys, so each role has three ends that are looked at, whatever lies behind them:
  -- the best free rows, the leases, the last that ended.
  v_ends  constant integer := greatest(10, 10000 / greatest(1, cardinality(v_all) + cardinality(access.read_self)));
  v_words rowlock.escalation_words;
begin
  with scope as (
    select r.role, true as is_all from unnest(v_all) r (role)
    union all
    select r.role, false from unnest(access.read_self) r (role) where not access.is_global
  ),
  seen as materialized (
    select s.role, c.part, (s.is_all or c.assigned_to = access.actor) as is_seen, c.word
    from scope s
    cross join lateral (
      (select 1 as part, e.assigned_to, w.word
       from (select f.* from rowlock.escalation f where f.role = s.role and f.status = 'pending' and f.assigned_until is null
             order by f.priority, f.created_at, f.id limit v_ends) e
       cross join lateral (select case kind when 'types' then array[e.type] else rowlock._facet_keys(e.metadata) end as word) w)
      union all
      (select 2, e.assigned_to, w.word
       from (select f.* from rowlock.escalation f where f.role = s.role and f.status = 'pending' and f.assigned_until is not null
             order by f.assigned_until desc limit v_ends) e
       cross join lateral (select case kind when 'types' then array[e.type] else rowlock._facet_keys(e.metadata) end as word) w)
      union all
      (select 3, e.assigned_to, w.word
       from (select f.* from rowlock.escalation f where f.role = s.role and f.ended_at is not null
             order by f.ended_at desc limit v_ends) e
       cross join lateral (select case kind when 'types' then array[e.type] else rowlock._facet_keys(e.metadata) end as word) w)
    ) c
    union all
    -- One's own pending rows have an index: a long queue of others does not hide them.
    select '', 4, true, case kind when 'types' then array[e.type] else rowlock._facet_keys(e.metadata) end
    from (select f.* from rowlock.escalation f
          where f.assigned_to = access.actor and f.status = 'pending' and f.role = any (access.read_self)
          limit v_ends) e
  )
  select
    (select coalesce(array_agg(distinct u.word collate "C" order by u.word collate "C"), '{}')
     from seen n cross join lateral unnest(n.word) u (word) where n.is_seen),
    exists (select from seen n group by n.role, n.part having count(*) >= v_ends)
  into v_words;
  return v_words;
end;
$$;

comment on function rowlock._escalation_words is
  'kind: types or facet_keys. Looks at some 10,000 rows at either end of the roles; capped tells that there were more.';
revoke all on function rowlock._escalation_words from public;
