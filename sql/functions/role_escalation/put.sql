-- rowlock.role_escalation_put(role, target_roles, actor): settle where rows of a role may be escalated to.
-- Reads: rowlock.role. Writes: rowlock.role_escalation, rowlock.event.
create or replace function rowlock.role_escalation_put(
  role         text,
  target_roles text[],
  actor        uuid default rowlock.actor_current()
)
returns rowlock.role_escalation_targets
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access  constant rowlock.access := rowlock._actor_access(actor => actor);
  v_added   text[];
  v_removed text[];
begin
  perform rowlock._argument_text(field => 'role', value => role, required => true);
  perform rowlock._argument_text(
    field => 'target_roles', value => target_roles::text, max_length => 250000, required => true);
  perform rowlock._role_admin(access => v_access, role => role);
  -- Changes of the chains from one role go one after the other.
  perform from rowlock.role r where r.role = role_escalation_put.role for no key update;
  if not found then
    perform rowlock._role_missing(role => role);
  end if;
  perform rowlock._role_known_check(field => 'target_roles', roles => target_roles, role => role);

  with gone as (
    delete from rowlock.role_escalation c
    where c.source_role = role_escalation_put.role
      and not c.target_role = any (role_escalation_put.target_roles)
    returning c.target_role
  ),
  come as (
    insert into rowlock.role_escalation as c (source_role, target_role)
    select distinct role_escalation_put.role, n.target_role
    from unnest(role_escalation_put.target_roles) n (target_role)
    on conflict on constraint role_escalation_pkey do nothing
    returning c.target_role
  )
  select
    array(select c.target_role from come c order by 1),
    array(select g.target_role from gone g order by 1)
  into v_added, v_removed;

  if v_added <> '{}' or v_removed <> '{}' then
    perform rowlock._role_escalation_journal(
      role => role, added => v_added, removed => v_removed, actor => v_access.actor);
  end if;
  return row(role, array(select distinct n.target_role from unnest(target_roles) n (target_role) order by 1));
end;
$$;

comment on function rowlock.role_escalation_put is
  'Replaces the targets of the chains from a role by these; the same again changes nothing. Needs admin type on the role, or global access. Raises PT400, PT401, PT403, PT404.
Answers: {"role": "reviewer", "targets": ["engineer"]}';
revoke all on function rowlock.role_escalation_put from public;
select rowlock._function_grant('role_escalation_put', 'service', 'user', 'proxy');
