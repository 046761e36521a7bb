-- rowlock._delegation_end(user_id, actor, role): what an account gave in a role it leaves; without a role, all that it gave and has.
-- Writes: rowlock.delegation, rowlock.event.
create or replace function rowlock._delegation_end(
  user_id uuid,
  actor   uuid,
  role    text default null
)
returns void
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now constant timestamptz := clock_timestamp();
  r     rowlock.delegation;
begin
  for r in
    update rowlock.delegation d
    set revoked_at = v_now, revoked_by = _delegation_end.actor
    where d.revoked_at is null and coalesce(d.revoked_at, d.until) > v_now
      and (d.from_user = _delegation_end.user_id and d.role = coalesce(_delegation_end.role, d.role)
        or d.to_user = _delegation_end.user_id and _delegation_end.role is null)
    returning d.*
  loop
    perform rowlock._delegation_journal(
      verb => 'revoked', delegation => r, actor => actor, occurred_at => v_now,
      cause => case when role is null then 'account' else 'membership' end);
  end loop;
end;
$$;

comment on function rowlock._delegation_end is
  'Ends delegations that are not over, so that none comes back with a membership. cause: membership, or account where it is deleted.';
revoke all on function rowlock._delegation_end from public;
