-- rowlock.escalation_bulk_assign(ids, assignee, duration_minutes, force, actor): claim many rows for somebody.
-- Reads: rowlock.escalation, rowlock.user_account, rowlock.membership. Writes: rowlock.escalation, rowlock.event.
create or replace function rowlock.escalation_bulk_assign(
  ids              uuid[],
  assignee         text,
  duration_minutes integer default 30,
  force            boolean default false,
  actor            uuid default rowlock.actor_current()
)
returns rowlock.escalation_bulk
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
set jit = off
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_ids    uuid[];
  v_user   uuid;
begin
  perform rowlock._argument_range(field => 'duration_minutes', value => duration_minutes, low => 1, high => 1440);
  v_ids := rowlock._escalation_bulk_lock(ids => ids, access => v_access);
  v_user := rowlock._escalation_assignee(
    assignee => assignee, access => v_access,
    roles => array(select distinct e.role from only rowlock.escalation e where e.id = any (v_ids)));
  -- To take rows from their holders needs admin type, which the gate has asked for.
  v_ids := rowlock._escalation_claim_set(
    ids => v_ids, holder => v_user, duration_minutes => duration_minutes, force => coalesce(force, false),
    at => clock_timestamp(), access => v_access);
  return rowlock._escalation_bulk_done(ids => ids, done => v_ids, otherwise => 'held');
end;
$$;

comment on function rowlock.escalation_bulk_assign is
  'Claims up to 1000 rows for the assignee, a member of the role of each; a global caller may name any active account. What somebody else holds is skipped; with force it is taken, and journaled as released, then claimed. Needs admin type on the role of every row that exists, or global access. Raises PT400, PT401, PT403.
Example: {"ids": ["0195f3a0-7c1e-7b2a-9d3f-5e4c8b6a7d10"], "assignee": "root", "duration_minutes": 15}';
revoke all on function rowlock.escalation_bulk_assign from public;
select rowlock._function_grant('escalation_bulk_assign', 'service', 'user', 'proxy');
