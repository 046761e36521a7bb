-- rowlock.escalation_priority(ids, priority, actor): say how urgent many rows are.
-- Reads: rowlock.escalation. Writes: rowlock.escalation, rowlock.event.
create or replace function rowlock.escalation_priority(
  ids      uuid[],
  priority integer,
  actor    uuid default rowlock.actor_current()
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
begin
  perform rowlock._argument_range(field => 'priority', value => priority, low => 1, high => 4);
  v_ids := rowlock._escalation_bulk_lock(ids => ids, access => v_access);
  v_now := clock_timestamp();

  with old as materialized (
    select e.id, e.priority, rowlock._delegation_for(access => v_access, escalation => e, manages => true) as other
    from only rowlock.escalation e where e.id = any (v_ids)
  ),
  changed as (
    update only rowlock.escalation e
    set
      priority = escalation_priority.priority,
      version = e.version + 1,
      updated_at = v_now
    from old o
    where e.id = o.id
      and e.status = 'pending'
      and (e.expires_at is null or e.expires_at > v_now)
      and e.priority <> escalation_priority.priority
    returning e.id, o.priority, o.other
  )
  select
    coalesce(array_agg(c.id order by c.id), '{}'),
    array_agg(jsonb_build_object(
      'from_priority', c.priority, 'to_priority', escalation_priority.priority, 'on_behalf_of', c.other) order by c.id)
  into v_ids, v_facts
  from changed c;

  perform rowlock._escalation_journal_set(
    ids => v_ids, verb => 'prioritized', actor => v_access.actor, occurred_at => v_now, payloads => v_facts);
  return rowlock._escalation_bulk_done(ids => ids, done => v_ids, otherwise => 'unchanged');
end;
$$;

comment on function rowlock.escalation_priority is
  'Gives up to 1000 pending rows a priority, 1 to 4. Needs admin type on the role of every row that exists, or global access. skipped tells why of the others: not_found, resolved, cancelled, expired, unchanged (it had that priority). Raises PT400, PT401, PT403.
Example: {"ids": ["0195f3a0-7c1e-7b2a-9d3f-5e4c8b6a7d10"], "priority": 1}';
revoke all on function rowlock.escalation_priority from public;
select rowlock._function_grant('escalation_priority', 'service', 'user', 'proxy');
