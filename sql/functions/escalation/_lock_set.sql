-- rowlock._escalation_lock_set(ids, access): lock those of the rows that the actor may act on, in the order of their ids.
-- Reads: rowlock.escalation, rowlock.event.
create or replace function rowlock._escalation_lock_set(
  ids    uuid[],
  access rowlock.access
)
returns uuid[]
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  -- Whatever the list's order: two lists never wait for each other.
  return array(
    select e.id
    from only rowlock.escalation e
    where e.id = any (_escalation_lock_set.ids) and e.status = 'pending'
      and rowlock._can_write(access, e.role, e.assigned_to)
      and not (access.delegations is not null and rowlock._delegation_over(access => access, escalation => e))
    order by e.id
    for no key update);
end;
$$;

comment on function rowlock._escalation_lock_set is 'Ids of the pending rows in write scope, ascending, locked; none that was claimed by a delegation that is over.';
revoke all on function rowlock._escalation_lock_set from public;
