-- rowlock.escalation_release_expired(role, max_rows, actor): clear the fields of lapsed claims; housekeeping only.
-- Reads: rowlock.escalation. Writes: rowlock.escalation, rowlock.event.
create or replace function rowlock.escalation_release_expired(
  role     text default null,
  max_rows integer default 1000,
  actor    uuid default rowlock.actor_current()
)
returns integer
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
set jit = off
as $$
declare
  v_now    constant timestamptz := clock_timestamp();
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_roles  text[];
  v_ids    uuid[];
  v_facts  jsonb[];
  v_former uuid[];
begin
  perform rowlock._argument_range(field => 'max_rows', value => max_rows, low => 1, high => 10000);
  perform rowlock._argument_text(field => 'role', value => role);
  if not v_access.is_global and (v_access.admin_of = '{}' or role <> all (v_access.admin_of)) then
    raise exception 'role is not administered by the actor'
      using errcode = 'PT403', constraint = 'role_admin',
            detail = jsonb_strip_nulls(jsonb_build_object('reason', 'not_admin', 'role', role))::text,
            hint = 'Sweeping lapsed claims needs admin type on the role, or global access.';
  end if;

  v_roles := case
    when role is not null then array[role]
    when v_access.is_global then rowlock._escalation_queue_roles()
    else v_access.admin_of
  end;

  with lapsed as materialized (
    -- One index descent a role, the longest lapsed first: a batch looks at what it clears.
    select c.*
    from unnest(v_roles) q (role)
    cross join lateral (
      select e.id, e.assigned_to, e.assigned_until
      from only rowlock.escalation e
      where e.role = q.role and e.status = 'pending' and e.assigned_until <= v_now
        and (e.expires_at is null or e.expires_at > v_now)
      order by e.assigned_until
      limit escalation_release_expired.max_rows
      for no key update skip locked
    ) c
    limit escalation_release_expired.max_rows
  ),
  released as (
    update only rowlock.escalation e
    set
      assigned_to = null,
      assigned_until = null,
      claimed_at = null,
      version = e.version + 1,
      updated_at = v_now
    from lapsed l
    where e.id = l.id
    returning e.id, l.assigned_to, l.assigned_until
  )
  select
    coalesce(array_agg(r.id order by r.assigned_until, r.id), '{}'),
    array_agg(jsonb_build_object('reason', 'lapsed', 'lapsed_at', rowlock._time_iso(r.assigned_until))
      order by r.assigned_until, r.id),
    array_agg(r.assigned_to order by r.assigned_until, r.id)
  into v_ids, v_facts, v_former
  from released r;
  -- last_holder is kept: to that person the row still answers claim_lapsed.
  return rowlock._escalation_journal_set(
    ids => v_ids, verb => 'released', actor => v_access.actor, occurred_at => v_now,
    payloads => v_facts, concerns => v_former);
end;
$$;

comment on function rowlock.escalation_release_expired is
  'Clears lapsed claims of the roles the actor administers; returns how many. Changes no outcome. Raises PT400, PT401, PT403.';
revoke all on function rowlock.escalation_release_expired from public;
select rowlock._function_grant('escalation_release_expired', 'service', 'user', 'proxy');
