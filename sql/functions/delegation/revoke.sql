-- rowlock.delegation_revoke(id, actor): end a delegation now; it stays to be read.
-- Writes: rowlock.delegation, rowlock.event.
create or replace function rowlock.delegation_revoke(
  id    uuid,
  actor uuid default rowlock.actor_current()
)
returns rowlock.delegation
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_now    constant timestamptz := clock_timestamp();
  v_row    rowlock.delegation;
begin
  perform rowlock._argument_text(field => 'id', value => id::text, required => true);
  update rowlock.delegation d
  set revoked_at = v_now, revoked_by = v_access.actor
  where d.id = delegation_revoke.id and d.revoked_at is null and d.until > v_now
    and rowlock._can_see_delegation(v_access, d.from_user, d.to_user, d.role)
  returning d.* into v_row;
  if found then
    perform rowlock._delegation_journal(
      verb => 'revoked', delegation => v_row, actor => v_access.actor, occurred_at => v_now,
      cause => case v_access.actor when v_row.from_user then 'giver' when v_row.to_user then 'delegate' else 'admin' end);
    return v_row;
  end if;

  select d.* into v_row from rowlock.delegation d
  where d.id = delegation_revoke.id and rowlock._can_see_delegation(v_access, d.from_user, d.to_user, d.role);
  if not found then
    raise exception 'delegation does not exist'
      using errcode = 'PT404', constraint = 'delegation_exists',
            detail = jsonb_build_object('reason', 'not_found', 'id', id)::text,
            hint = 'Check the id; a delegation is seen by its two people, admins of the role and global accounts.';
  end if;
  raise exception 'delegation is over'
    using errcode = 'PT409', constraint = 'delegation_over',
          detail = jsonb_build_object(
            'reason', case when v_row.revoked_at is null then 'over' else 'revoked' end, 'id', id,
            'ended_at', rowlock._time_iso(coalesce(v_row.revoked_at, v_row.until)))::text,
          hint = 'There is nothing left to end.';
end;
$$;

comment on function rowlock.delegation_revoke is
  'Either of its people ends it, an admin of the role, or a global account; the next call feels it. Claims that were made by it run on until they lapse, and are not extended or answered by it. Raises PT400, PT401, PT403, PT404, PT409.';
revoke all on function rowlock.delegation_revoke from public;
select rowlock._function_grant('delegation_revoke', 'service', 'user', 'proxy');
