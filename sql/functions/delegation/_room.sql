-- rowlock._delegation_room(from_user, to_user, role, since, until): is there room for a delegation beside those there are?
-- Reads: rowlock.delegation.
create or replace function rowlock._delegation_room(
  from_user uuid,
  to_user   uuid,
  role      text,
  since     timestamptz,
  until     timestamptz
)
returns void
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now   constant timestamptz := clock_timestamp();
  v_other rowlock.delegation;
begin
  select d.* into v_other
  from rowlock.delegation d
  where d.from_user = _delegation_room.from_user and d.to_user = _delegation_room.to_user
    and d.role = _delegation_room.role and d.revoked_at is null
    and d.since < _delegation_room.until and coalesce(d.revoked_at, d.until) > _delegation_room.since
  limit 1;
  if found then
    raise exception 'delegation overlaps another'
      using errcode = 'PT409', constraint = 'delegation_overlaps',
            detail = jsonb_build_object(
              'reason', 'overlaps', 'id', v_other.id,
              'since', rowlock._time_iso(v_other.since), 'until', rowlock._time_iso(v_other.until))::text,
            hint = 'End the other one first, or begin where it ends.';
  end if;
  if (select count(*) from rowlock.delegation d
      where d.from_user = _delegation_room.from_user and d.role = _delegation_room.role
        and d.revoked_at is null and coalesce(d.revoked_at, d.until) > v_now) >= 10
  then
    raise exception 'account has too many delegations'
      using errcode = 'PT409', constraint = 'delegation_count',
            detail = jsonb_build_object('reason', 'too_many', 'max', 10, 'role', role)::text,
            hint = 'End one of those that this account gave in this role.';
  end if;

  -- Who gets it must not, at one and the same time, give it back by whatever way.
  if rowlock._delegation_circle(from_user => from_user, to_user => to_user, role => role, since => since, until => until)
  then
    raise exception 'delegation closes a circle'
      using errcode = 'PT409', constraint = 'delegation_circle',
            detail = jsonb_build_object('reason', 'circle', 'from_user', from_user, 'to_user', to_user, 'role', role)::text,
            hint = 'The other one has delegated this role back at that time; end that first, or name somebody else.';
  end if;
end;
$$;

comment on function rowlock._delegation_room is
  'Ten at a time of one giver in one role, none twice at one time, no circles. The caller has locked the role. Raises PT409.';
revoke all on function rowlock._delegation_room from public;
