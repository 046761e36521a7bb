-- rowlock.escalation_bulk_escalate(ids, target_role, actor): pass many rows on to another role.
-- Reads: rowlock.escalation, rowlock.role, rowlock.role_escalation. Writes: rowlock.escalation, rowlock.approval, rowlock.event.
create or replace function rowlock.escalation_bulk_escalate(
  ids         uuid[],
  target_role text,
  actor       uuid default rowlock.actor_current()
)
returns rowlock.escalation_bulk
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
set jit = off
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_now    timestamptz;
  v_ids    uuid[];
  v_facts  jsonb[];
  v_former uuid[];
begin
  perform rowlock._argument_text(field => 'target_role', value => target_role, required => true);
  v_ids := rowlock._escalation_bulk_lock(ids => ids, access => v_access);
  -- Before the chains, so that an unknown role is called so even when no row is left to move.
  perform rowlock._role_known_check(field => 'target_role', roles => array[target_role], role => null);
  perform rowlock._role_chain_check(source_role => s.role, target_role => escalation_bulk_escalate.target_role, access => v_access)
  from (
    select distinct e.role from only rowlock.escalation e
    where e.id = any (v_ids) and e.role <> escalation_bulk_escalate.target_role
    order by e.role
  ) s;
  v_now := clock_timestamp();

  with old as materialized (
    select
      e.id, e.role, e.assigned_to,
      rowlock._delegation_for(access => v_access, escalation => e, manages => true) as other
    from only rowlock.escalation e where e.id = any (v_ids)
  ),
  moved as (
    update only rowlock.escalation e
    set
      role = escalation_bulk_escalate.target_role,
      assigned_to = null,
      assigned_until = null,
      claimed_at = null,
      last_holder = null,
      -- What was decided in one role does not count in another.
      approvals = 0,
      -- Versions of a schema are counted by role: in another one the pin would be to another form.
      metadata = e.metadata - 'schema_version',
      -- So do levels, which begin anew.
      level = 0,
      level_repeats = 0,
      level_from = v_now,
      level_at = null,
      version = e.version + 1,
      updated_at = v_now
    from old o
    where e.id = o.id
      and e.status = 'pending'
      and (e.expires_at is null or e.expires_at > v_now)
      and e.role <> escalation_bulk_escalate.target_role
    returning e.id, o.role, o.assigned_to, o.other
  )
  select
    coalesce(array_agg(m.id order by m.id), '{}'),
    array_agg(jsonb_build_object(
      'from_role', m.role, 'to_role', escalation_bulk_escalate.target_role, 'holder', m.assigned_to,
      'on_behalf_of', m.other) order by m.id),
    array_agg(m.assigned_to order by m.id)
  into v_ids, v_facts, v_former
  from moved m;

  perform rowlock._escalation_approvals_void(ids => v_ids);
  perform rowlock._escalation_journal_set(
    ids => v_ids, verb => 'reassigned', actor => v_access.actor, occurred_at => v_now,
    payloads => v_facts, concerns => v_former);
  return rowlock._escalation_bulk_done(ids => ids, done => v_ids, otherwise => 'same_role');
end;
$$;

comment on function rowlock.escalation_bulk_escalate is
  'Moves up to 1000 pending rows to another role, also those that somebody holds; claims are cleared. Needs admin type on the role of every row that exists and a chain from each to the target, or global access. skipped tells why of the others: not_found, resolved, cancelled, expired, same_role. Raises PT400, PT401, PT403.
Example: {"ids": ["0195f3a0-7c1e-7b2a-9d3f-5e4c8b6a7d10"], "target_role": "manager"}';
revoke all on function rowlock.escalation_bulk_escalate from public;
select rowlock._function_grant('escalation_bulk_escalate', 'service', 'user', 'proxy');
