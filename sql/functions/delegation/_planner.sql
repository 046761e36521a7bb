-- rowlock._delegation_planner(actor): for whom somebody writes the plan who may do so by a delegation alone; null: in its own right.
-- Reads: rowlock.user_account.
create or replace function rowlock._delegation_planner(actor uuid)
returns uuid
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now    constant timestamptz := clock_timestamp();
  v_access rowlock.access;
  v_other  uuid;
begin
  -- Nearly always all that is done.
  if actor is null or not exists (
    select from rowlock.user_account u
    where u.id = _delegation_planner.actor and u.status = 'active' and u.delegate_until > v_now)
  then
    return null;
  end if;
  v_access := rowlock._actor_access(actor => actor, vouched => true);
  select (d.value ->> 'from_user')::uuid into v_other
  from jsonb_array_elements(v_access.delegations) with ordinality d (value, n)
  where d.value ->> 'role' = 'planner' and d.value ->> 'write_scope' <> 'none' and d.value ->> 'own' = 'none'
  order by d.n
  limit 1;
  -- Without what is delegated to it, could it do so?
  v_access.write_all := array_remove(v_access.write_all, 'planner');
  v_access.write_self := array_remove(v_access.write_self, 'planner');
  return case when not rowlock._can_plan(v_access) then v_other end;
end;
$$;

comment on function rowlock._delegation_planner is 'The nearest giver of the role planner, as _actor_planner lets pass; for the events of the plan and its runs.';
revoke all on function rowlock._delegation_planner from public;
