-- rowlock._delegation_planner(actor): for whom somebody writes the plan who may do so by a delegation alone; null: in its own right.
-- Reads: rowlock.delegation.
create or replace function rowlock._delegation_planner(actor uuid)
returns uuid
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now    constant timestamptz := clock_timestamp();
  v_access rowlock.access;
begin
  -- Nearly always all that is done.
  if actor is null or not exists (
    select from rowlock.delegation d
    where d.to_user = _delegation_planner.actor and coalesce(d.revoked_at, d.until) > v_now
      and d.since <= v_now and d.role = 'planner' and d.revoked_at is null)
  then
    return null;
  end if;
  select a.* into v_access from rowlock._membership_access(user_id => actor) a;
  if not found or rowlock._can_plan(v_access) then
    return null;
  end if;
  v_access := rowlock._delegation_access(access => v_access, at => v_now);
  return (
    select (d.value ->> 'from_user')::uuid
    from jsonb_array_elements(v_access.delegations) with ordinality d (value, n)
    where d.value ->> 'role' = 'planner' and d.value ->> 'write_scope' <> 'none'
    order by d.n
    limit 1);
end;
$$;

comment on function rowlock._delegation_planner is 'The nearest giver of the role planner, as _actor_planner lets pass; for the events of the plan and its runs.';
revoke all on function rowlock._delegation_planner from public;
