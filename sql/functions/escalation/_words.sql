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
    select s.role, c.part, (s.is_all or rowlock._can_read(access, s.role, c.assigned_to)) as is_seen, c.type, c.metadata
    from scope s
    cross join lateral (
      (select 1 as part, e.assigned_to, e.type, e.metadata
       from only rowlock.escalation e where e.role = s.role and e.status = 'pending' and e.assigned_until is null
       order by e.priority, e.created_at, e.id limit v_ends)
      union all
      (select 2, e.assigned_to, e.type, e.metadata
       from only rowlock.escalation e where e.role = s.role and e.status = 'pending' and e.assigned_until is not null
       order by e.assigned_until desc limit v_ends)
      union all
      (select 3, e.assigned_to, e.type, e.metadata
       from rowlock.escalation e where e.role = s.role and e.ended_at is not null
       order by e.ended_at desc limit v_ends)
    ) c
    union all
    -- One's own pending rows have an index: a long queue of others does not hide them.
    (select '', 4, true, e.type, e.metadata
     from only rowlock.escalation e
     where e.assigned_to = any (access.mine) and e.status = 'pending' and e.role = any (access.read_self)
       and rowlock._can_read(access, e.role, e.assigned_to)
     limit v_ends)
  ),
  words as (
    select n.type as word from seen n where n.is_seen and kind = 'types'
    union
    select k.key from seen n cross join lateral jsonb_object_keys(n.metadata) k (key) where n.is_seen and kind = 'facet_keys'
  )
  select
    coalesce(array_agg(w.word collate "C" order by w.word collate "C"), '{}'),
    exists (select from seen n group by n.role, n.part having count(*) >= v_ends)
  into v_words
  from words w
  -- The form that a row brought, or pinned, is no facet.
  where kind = 'types' or rowlock._facet_is_key(w.word) and w.word not in ('form_schema', 'schema_version');
  return v_words;
end;
$$;

comment on function rowlock._escalation_words is
  'kind: types or facet_keys. Looks at some 10,000 rows at either end of the roles; capped tells that there were more.';
revoke all on function rowlock._escalation_words from public;
