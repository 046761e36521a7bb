-- rowlock._actor_access(actor, vouched): what the actor may see and do; the first line of every verb.
create or replace function rowlock._actor_access(
  actor   uuid,
  vouched boolean default false
)
returns rowlock.access
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access rowlock.access;
  v_speaks boolean;
begin
  if not vouched then
    v_speaks := rowlock._actor_speaks(actor => actor);
  end if;

  select a.* into v_access from rowlock._membership_access(user_id => actor) a;
  if not found then
    raise exception 'account is not active'
      using errcode = 'PT401', constraint = 'actor_active',
            detail = jsonb_build_object('reason', 'not_active', 'actor', actor)::text,
            hint = 'Sign in with an account that exists and is active.';
  end if;
  -- Few are delegates; whoever is none pays nothing for those who are.
  if v_access.delegations is not null then
    v_access := rowlock._delegation_access(access => v_access, at => clock_timestamp());
  end if;
  return v_access;
end;
$$;

comment on function rowlock._actor_access is
  'The access of an active account that this login may speak for; vouched: of one that spoke before, and was let. Raises PT401, PT403.';
revoke all on function rowlock._actor_access from public;
