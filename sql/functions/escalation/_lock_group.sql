-- rowlock._escalation_lock_group(role, origin_id, size_facet, at): lock all pending rows of an origin within a role, or none that counts.
-- Reads: rowlock.escalation.
create or replace function rowlock._escalation_lock_group(
  role       text,
  origin_id  text,
  size_facet text,
  at         timestamptz
)
returns uuid[]
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_first uuid;
  v_ids   uuid[];
  v_whole boolean;
begin
  -- Who has the first row may go for the rest: of two brokers one gets the group, and never each a half.
  select e.id into v_first
  from only rowlock.escalation e
  where e.origin_id = _escalation_lock_group.origin_id and e.role = _escalation_lock_group.role
    and e.status = 'pending' and (e.expires_at is null or e.expires_at > at)
  order by e.id
  limit 1;
  perform from only rowlock.escalation e where e.id = v_first for no key update skip locked;
  if not found then
    return null;
  end if;
  v_ids := array(
    select e.id
    from only rowlock.escalation e
    where e.origin_id = _escalation_lock_group.origin_id and e.role = _escalation_lock_group.role
      and e.status = 'pending' and (e.expires_at is null or e.expires_at > at)
    order by e.id
    for no key update skip locked);

  -- Judged again under the locks: a row that others hold, have locked or have just added breaks the group.
  select
    count(*) = cardinality(v_ids)
    and bool_and(e.id = any (v_ids) and (e.assigned_until is null or e.assigned_until <= at))
    and count(*) = coalesce(max(rowlock._facet_number(e.metadata -> size_facet)), count(*))
  into v_whole
  from only rowlock.escalation e
  where e.origin_id = _escalation_lock_group.origin_id and e.role = _escalation_lock_group.role
    and e.status = 'pending' and (e.expires_at is null or e.expires_at > at);
  return case when v_whole then v_ids end;
end;
$$;

comment on function rowlock._escalation_lock_group is
  'The ids, when all rows of the group are available, are as many as the size that they declare, and could be locked; else null.';
revoke all on function rowlock._escalation_lock_group from public;
