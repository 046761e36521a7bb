-- rowlock._escalation_lock_one(role, types, max_rows, at, access): lock the best rows of one role in which no claim has lapsed.
-- Reads: rowlock.escalation.
create or replace function rowlock._escalation_lock_one(
  role     text,
  types    text[],
  max_rows integer,
  at       timestamptz,
  access   rowlock.access
)
returns uuid[]
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_ids  uuid[];
  v_said boolean;
begin
  -- A lapsed claim has to be ranked with the free rows: that is the other function's work.
  if exists (
    select from only rowlock.escalation e
    where e.role = _escalation_lock_one.role and e.status = 'pending' and e.assigned_until <= at)
  then
    return null;
  end if;
  -- One index in rank order: rows that others lock are stepped over one by one, so nothing is fetched twice.
  select coalesce(array_agg(q.id), '{}'), bool_or(q.approvals > 0) into v_ids, v_said
  from (
    select e.id, e.approvals
    from only rowlock.escalation e
    where e.role = _escalation_lock_one.role and e.status = 'pending' and e.assigned_until is null
      and (e.expires_at is null or e.expires_at > at)
      and (types is null or e.type = any (types))
      -- What the actor has answered is not locked either: others are to find it free.
      and (e.approvals = 0
        or not rowlock._escalation_said(escalation_id => e.id, person => access.actor)
        and not rowlock._escalation_answered(escalation => e, access => access))
    order by e.priority, e.created_at, e.id
    limit _escalation_lock_one.max_rows
    for no key update skip locked) q;
  -- One that was claimed, answered and freed just before its lock is the actor's no more: the other function goes on.
  if v_said then
    perform from only rowlock.escalation e
    where e.id = any (v_ids) and e.approvals > 0
      and rowlock._escalation_answered(escalation => e, access => access);
    if found then
      return null;
    end if;
  end if;
  return v_ids;
end;
$$;

comment on function rowlock._escalation_lock_one is
  'Ids of up to max_rows free rows in rank order, locked, none that the actor has answered; null when the role has lapsed claims, or such an answer came in between. The caller has checked the scope.';
revoke all on function rowlock._escalation_lock_one from public;
