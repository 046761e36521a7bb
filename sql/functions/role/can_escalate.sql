-- rowlock.role_can_escalate(source_role, target_role, actor): may the actor pass rows from the one to the other?
-- Reads: rowlock.membership, rowlock.role_escalation.
create or replace function rowlock.role_can_escalate(
  source_role text,
  target_role text,
  actor       uuid default rowlock.actor_current()
)
returns boolean
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select (a.access).is_global or exists (
    select
    from rowlock.role_escalation c
    where c.source_role = role_can_escalate.source_role and c.target_role = role_can_escalate.target_role
      and (
        exists (select from rowlock.membership m where m.role = c.source_role and m.user_id = (a.access).actor)
        or (a.access).delegations @> jsonb_build_array(jsonb_build_object('role', c.source_role))))
  from (select rowlock._actor_access(actor => role_can_escalate.actor) as access) a;
$$;

comment on function rowlock.role_can_escalate is
  'True for a global actor, or a member of the source role, or who stands in for one, when the chain exists. Raises PT401, PT403.';
revoke all on function rowlock.role_can_escalate from public;
select rowlock._function_grant('role_can_escalate', 'service', 'user', 'proxy');
