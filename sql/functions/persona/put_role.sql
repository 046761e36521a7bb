-- rowlock.persona_put_role(key, role, relationship, actor): a role of a persona, new or with another relationship.
-- Reads: rowlock.role, rowlock.user_persona, rowlock.persona, rowlock.user_account. Writes: rowlock.persona_role, rowlock.membership, rowlock.event.
create or replace function rowlock.persona_put_role(
  key          text,
  role         text,
  relationship text default 'write-all',
  actor        uuid default rowlock.actor_current()
)
returns rowlock.persona_change
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access  constant rowlock.access := rowlock._actor_access(actor => actor);
  v_persona rowlock.persona;
  v_change  rowlock.persona_change;
  v_ids     uuid[];
begin
  perform rowlock._argument_text(field => 'role', value => role, required => true);
  if relationship is null or relationship not in ('write-all', 'write-self', 'read-all') then
    perform rowlock._argument_refuse(
      field => 'relationship', reason => 'unknown', hint => 'write-all, write-self or read-all.');
  end if;
  perform rowlock._actor_admin(access => v_access);
  v_persona := rowlock._persona_lock(key => key);
  v_ids := rowlock._persona_holders(persona_id => v_persona.id);
  perform rowlock._persona_grantable(access => v_access, key => key, roles => array[role], user_ids => v_ids);
  -- Held until the commit, so that the role is not deleted meanwhile.
  perform from rowlock.role r where r.role = persona_put_role.role for key share;
  if not found then
    perform rowlock._argument_refuse(field => 'role', reason => 'unknown_role', hint => 'Name a role that exists.');
  end if;

  insert into rowlock.persona_role (persona_id, role, relationship)
  values (v_persona.id, persona_put_role.role, persona_put_role.relationship)
  on conflict on constraint persona_role_pkey do update
  set relationship = excluded.relationship;
  v_change.counts := rowlock._persona_reconcile(user_ids => v_ids, actor => v_access.actor);
  v_change.persona := rowlock._persona_info(persona => v_persona);
  return v_change;
end;
$$;

comment on function rowlock.persona_put_role is
  'Whoever has the persona is in the role at once: write-all, write-self or read-all. Needs a superadmin, or an admin of the role. Raises PT400, PT401, PT403, PT404.';
revoke all on function rowlock.persona_put_role from public;
select rowlock._function_grant('persona_put_role', 'service', 'user', 'proxy');
