-- rowlock._escalation_lock_best(all_roles, own_roles, types, max_rows, at, access): lock the best rows of several queues.
-- Reads: rowlock.escalation.
create or replace function rowlock._escalation_lock_best(
  all_roles text[],
  own_roles text[],
  types     text[],
  max_rows  integer,
  at        timestamptz,
  access    rowlock.access
)
returns uuid[]
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_page     integer := greatest(2 * max_rows, 16);
  v_page_ids uuid[];
  v_ids      uuid[] := '{}';
  v_more     uuid[];
  v_said     boolean;
  v_found    integer;
begin
  loop
    with free as (
      -- The free index in rank order, one descent a role; live leases are in another index.
      select c.*
      from unnest(all_roles) r (role)
      cross join lateral (
        select e.id, e.priority, e.created_at
        from only rowlock.escalation e
        where e.role = r.role and e.status = 'pending' and e.assigned_until is null
          and (e.expires_at is null or e.expires_at > at)
          and (types is null or e.type = any (types))
          and (e.approvals = 0
            or not rowlock._escalation_said(escalation_id => e.id, person => access.actor)
            and not rowlock._escalation_answered(escalation => e, access => access))
        order by e.priority, e.created_at, e.id
        limit v_page
      ) c
    ),
    lapsed as (
      select c.*
      from unnest(all_roles) r (role)
      cross join lateral (
        select e.id, e.priority, e.created_at
        from only rowlock.escalation e
        where e.role = r.role and e.status = 'pending' and e.assigned_until <= at
          and (e.expires_at is null or e.expires_at > at)
          and (types is null or e.type = any (types))
          and (e.approvals = 0
            or not rowlock._escalation_said(escalation_id => e.id, person => access.actor)
            and not rowlock._escalation_answered(escalation => e, access => access))
        order by e.assigned_until
        limit v_page
      ) c
    ),
    own as (
      select e.id, e.priority, e.created_at
      from only rowlock.escalation e
      where own_roles <> '{}' and e.assigned_to = any (access.mine) and e.status = 'pending' and e.role = any (own_roles)
        and rowlock._can_write(access, e.role, e.assigned_to)
        and (e.assigned_until is null or e.assigned_until <= at)
        and (e.expires_at is null or e.expires_at > at)
        and (types is null or e.type = any (types))
        and (e.approvals = 0
          or not rowlock._escalation_said(escalation_id => e.id, person => access.actor)
          and not rowlock._escalation_answered(escalation => e, access => access))
      order by e.priority, e.created_at, e.id
      limit v_page
    ),
    candidate as (
      select c.id
      from (table free union all table lapsed union all table own) c
      -- What an earlier round locked is locked by us and would come again.
      where c.id <> all (v_ids)
      order by c.priority, c.created_at, c.id
      limit v_page
    )
    select array(table candidate) into v_page_ids;

    -- A statement of its own: a list of ids is looked up one by one, whatever the planner believes of the pages.
    select coalesce(array_agg(q.id), '{}'), bool_or(q.approvals > 0) into v_more, v_said
    from (
      select e.id, e.approvals
      from only rowlock.escalation e
      where e.id = any (v_page_ids)
        and e.status = 'pending'
        and (e.assigned_until is null or e.assigned_until <= at)
        and (e.expires_at is null or e.expires_at > at)
        and rowlock._can_write(access, e.role, e.assigned_to)
      order by e.priority, e.created_at, e.id
      limit _escalation_lock_best.max_rows - cardinality(v_ids)
      for no key update skip locked) q;
    -- One that was claimed, answered and freed between the page and its lock is the actor's no more.
    v_found := cardinality(v_more);
    if v_said then
      v_more := array(
        select e.id from only rowlock.escalation e
        where e.id = any (v_more)
          and (e.approvals = 0 or not rowlock._escalation_answered(escalation => e, access => access)));
    end if;

    -- Empty means a page that was not full, never that others held all of it, or answered what was locked: look further.
    exit when cardinality(v_ids || v_more) = max_rows or v_page >= 16384
      or (cardinality(v_page_ids) + cardinality(v_ids) < v_page and cardinality(v_more) = v_found);
    v_ids := v_ids || v_more;
    v_page := least(v_page * 4, 16384);
  end loop;
  return v_ids || v_more;
end;
$$;

comment on function rowlock._escalation_lock_best is
  'Ids of up to max_rows free or lapsed rows of all_roles, and of the rows that count as the actor''s own in own_roles, in rank order, locked. None that the actor has answered.';
revoke all on function rowlock._escalation_lock_best from public;
