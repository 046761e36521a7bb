-- rowlock._actor_access(actor, vouched): what the actor may see and do; the first line of every verb.
-- Reads: rowlock.user_account, rowlock.membership.
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

  select
    u.id,
    coalesce(bool_or(rowlock._membership_is_global(role => m.role, type => m.type)), false),
    coalesce(array_agg(m.role) filter (where m.type <> 'member' or m.read_scope = 'all'), '{}'),
    coalesce(array_agg(m.role) filter (where m.type = 'member' and m.read_scope = 'self'), '{}'),
    coalesce(array_agg(m.role) filter (where m.type <> 'member' or m.write_scope = 'all'), '{}'),
    coalesce(array_agg(m.role) filter (where m.type = 'member' and m.write_scope = 'self'), '{}'),
    coalesce(array_agg(m.role) filter (where m.type <> 'member'), '{}'),
    array[u.id], '{}', '{}',
    case when u.delegate_until > clock_timestamp() then '[]'::jsonb end
  into v_access
  from rowlock.user_account u
  left join rowlock.membership m on m.user_id = u.id
  where u.id = _actor_access.actor and u.status = 'active'
  group by u.id;

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
