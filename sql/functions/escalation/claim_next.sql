-- rowlock.escalation_claim_next(roles, types, max_rows, duration_minutes, actor): the queue pop.
-- Reads: rowlock.escalation. Writes: rowlock.escalation, rowlock.event.
create or replace function rowlock.escalation_claim_next(
  roles            text[] default null,
  types            text[] default null,
  max_rows         integer default 1,
  duration_minutes integer default 30,
  actor            uuid default rowlock.actor_current()
)
returns setof rowlock.escalation
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now    constant timestamptz := clock_timestamp();
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_all    text[];
  v_self   text[];
  v_page   integer := greatest(2 * max_rows, 16);
  v_left   integer := max_rows;
  v_seen   bigint;
  v_rows   rowlock.escalation[];
  v_row    rowlock.escalation;
begin
  perform rowlock._argument_range(field => 'max_rows', value => max_rows, low => 1, high => 100);
  perform rowlock._argument_range(field => 'duration_minutes', value => duration_minutes, low => 1, high => 1440);
  -- Roles narrow the scope and never widen it.
  v_all := rowlock._escalation_claim_roles(
    roles => roles, scope => v_access.write_all, is_global => v_access.is_global);
  v_self := rowlock._escalation_claim_roles(roles => roles, scope => v_access.write_self, is_global => false);

  loop
    with free as (
      -- The free index in rank order, one descent a role; live leases are in another index.
      select c.*
      from unnest(v_all) r (role)
      cross join lateral (
        select e.id, e.priority, e.created_at
        from rowlock.escalation e
        where e.role = r.role and e.status = 'pending' and e.assigned_until is null
          and (e.expires_at is null or e.expires_at > v_now)
          and (escalation_claim_next.types is null or e.type = any (escalation_claim_next.types))
        order by e.priority, e.created_at, e.id
        limit v_page
      ) c
    ),
    lapsed as (
      select c.*
      from unnest(v_all) r (role)
      cross join lateral (
        select e.id, e.priority, e.created_at
        from rowlock.escalation e
        where e.role = r.role and e.status = 'pending' and e.assigned_until <= v_now
          and (e.expires_at is null or e.expires_at > v_now)
          and (escalation_claim_next.types is null or e.type = any (escalation_claim_next.types))
        order by e.assigned_until
        limit v_page
      ) c
    ),
    own as (
      select e.id, e.priority, e.created_at
      from rowlock.escalation e
      where v_self <> '{}' and e.assigned_to = v_access.actor and e.status = 'pending' and e.role = any (v_self)
        and (e.assigned_until is null or e.assigned_until <= v_now)
        and (e.expires_at is null or e.expires_at > v_now)
        and (escalation_claim_next.types is null or e.type = any (escalation_claim_next.types))
      order by e.priority, e.created_at, e.id
      limit v_page
    ),
    candidate as materialized (
      select c.id, c.priority, c.created_at, count(*) over () as seen
      from (table free union all table lapsed union all table own) c
      order by c.priority, c.created_at, c.id
      limit v_page
    ),
    locked as materialized (
      select e.id, c.priority, c.created_at
      from candidate c
      join rowlock.escalation e on e.id = c.id
      where e.status = 'pending'
        and (e.assigned_until is null or e.assigned_until <= v_now)
        and (e.expires_at is null or e.expires_at > v_now)
        and rowlock._can_write(v_access, e.role, e.assigned_to)
      order by c.priority, c.created_at, c.id
      limit v_left
      for no key update of e skip locked
    ),
    claimed as (
      update rowlock.escalation e
      set
        assigned_to = v_access.actor,
        assigned_until = v_now + make_interval(mins => escalation_claim_next.duration_minutes),
        claimed_at = v_now,
        claim_no = e.claim_no + 1,
        last_holder = v_access.actor,
        version = e.version + 1,
        updated_at = v_now
      from locked l
      where e.id = l.id
      returning e as escalation, l.priority, l.created_at
    )
    select
      coalesce(array_agg(c.escalation order by c.priority, c.created_at, (c.escalation).id), '{}'),
      (select max(d.seen) from candidate d)
    into v_rows, v_seen
    from claimed c;

    foreach v_row in array v_rows loop
      perform rowlock._escalation_journal(
        escalation => v_row, verb => 'claimed', actor => v_access.actor, occurred_at => v_now,
        payload => jsonb_build_object(
          'assigned_until', rowlock._time_iso(v_row.assigned_until), 'claim_no', v_row.claim_no));
      return next v_row;
    end loop;
    v_left := v_left - cardinality(v_rows);

    -- Empty means a page that was not full, never that others held all of it: look further down.
    exit when v_left = 0 or coalesce(v_seen, 0) < v_page or v_page >= 16384;
    v_page := least(v_page * 4, 16384);
  end loop;
end;
$$;

comment on function rowlock.escalation_claim_next is
  'Claims up to max_rows (1 to 100) of the best free or lapsed rows by priority, then age; zero rows are an answer. roles: default all the actor may write. Raises PT400, PT401, PT403.';
revoke all on function rowlock.escalation_claim_next from public;
select rowlock._function_grant('escalation_claim_next', 'service', 'user', 'proxy');
