-- rowlock.delegation_create(to_user, role, until, since, from_user, reason, actor): somebody stands in for another in a role, for a while.
-- Reads: rowlock.user_account, rowlock.membership, rowlock.role. Writes: rowlock.delegation, rowlock.event.
create or replace function rowlock.delegation_create(
  to_user   uuid,
  role      text,
  until     timestamptz,
  since     timestamptz default null,
  from_user uuid default null,
  reason    text default null,
  actor     uuid default rowlock.actor_current()
)
returns rowlock.delegation
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_now    constant timestamptz := clock_timestamp();
  v_from   constant uuid := coalesce(from_user, v_access.actor);
  -- What is past cannot be given any more.
  v_since  constant timestamptz := greatest(since, v_now);
  v_row    rowlock.delegation;
begin
  perform rowlock._argument_text(field => 'to_user', value => to_user::text, required => true);
  perform rowlock._argument_text(field => 'role', value => role, required => true);
  perform rowlock._argument_text(field => 'until', value => until::text, required => true);
  perform rowlock._argument_text(field => 'reason', value => reason, max_length => 10000);
  if until <= v_since or until - interval '1 year' > v_since then
    perform rowlock._argument_refuse(
      field => 'until', reason => case when until <= v_since then 'not_later' else 'too_late' end,
      hint => 'Say a time after since, and within a year of it.');
  end if;
  if v_from <> v_access.actor and not (v_access.is_global or role = any (v_access.admin_of)) then
    raise exception 'delegation is not the actor''s to make'
      using errcode = 'PT403', constraint = 'delegation_owner',
            detail = jsonb_build_object('reason', 'not_own', 'from_user', v_from, 'role', role)::text,
            hint = 'One delegates one''s own roles; an admin of the role, or a global account, those of others.';
  end if;
  perform rowlock._delegation_check(from_user => v_from, to_user => to_user, role => role);
  perform rowlock._delegation_room(from_user => v_from, to_user => to_user, role => role, since => v_since, until => until);

  insert into rowlock.delegation (id, from_user, to_user, role, since, until, reason, created_by, created_at)
  values (
    gen_random_uuid(), v_from, delegation_create.to_user, delegation_create.role, v_since, delegation_create.until,
    nullif(delegation_create.reason, ''), v_access.actor, v_now)
  returning * into v_row;
  perform rowlock._delegation_journal(verb => 'created', delegation => v_row, actor => v_access.actor, occurred_at => v_now);
  return v_row;
end;
$$;

comment on function rowlock.delegation_create is
  'From since (default: now) up to until, a year at most, to_user may do in the role what from_user (default: the actor) may do there as a member: its rows count as assigned to to_user. Never admin type, global access or rights to grant. Both are people; from_user is in the role. For others: an admin of the role, or a global account. Raises PT400, PT401, PT403, PT409.
Example: {"from_user": "0b9d5f0e-3c7a-4d52-8a4e-6f1d2c3b4a59", "to_user": "7f0c2f4e-6a53-4d0e-9c39-1f2b3c4d5e6f", "role": "reviewer", "since": "2099-03-01T09:00:00Z", "until": "2099-03-15T09:00:00Z", "reason": "Holiday."}';
revoke all on function rowlock.delegation_create from public;
select rowlock._function_grant('delegation_create', 'service', 'user', 'proxy');
