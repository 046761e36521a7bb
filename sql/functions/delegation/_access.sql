-- rowlock._delegation_access(access, at): the access of a delegate, with what its delegations add at this time.
-- Reads: rowlock.delegation, rowlock.user_account, rowlock.membership.
create or replace function rowlock._delegation_access(
  access rowlock.access,
  at     timestamptz
)
returns rowlock.access
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access rowlock.access := access;
begin
  -- Three links at most: a longer way nobody who gave the first one could foresee. Each giver must still hold the role.
  -- Each link gives an account once, by the way that holds longest: there may be many more ways than accounts.
  with recursive chain as (
    select
      d.from_user, d.role, d.until, d.since, 1 as links,
      m.type <> 'member' or m.read_scope = 'all' as reads_all,
      case when m.type <> 'member' then 'all' else m.write_scope end as write_scope
    from rowlock.delegation d
    join rowlock.user_account u on u.id = d.from_user and u.status = 'active'
    join rowlock.membership m on m.user_id = d.from_user and m.role = d.role
    where d.to_user = access.actor and d.revoked_at is null
      and d.since <= _delegation_access.at and coalesce(d.revoked_at, d.until) > _delegation_access.at
    union all
    select s.*
    from (
      select distinct on (d.from_user, d.role)
        d.from_user, d.role, least(d.until, c.until), c.since, c.links + 1,
        m.type <> 'member' or m.read_scope = 'all', case when m.type <> 'member' then 'all' else m.write_scope end
      from chain c
      join rowlock.delegation d on d.to_user = c.from_user and d.role = c.role
      join rowlock.user_account u on u.id = d.from_user and u.status = 'active'
      join rowlock.membership m on m.user_id = d.from_user and m.role = d.role
      where c.links < 3 and d.from_user <> access.actor and d.revoked_at is null
        and d.since <= _delegation_access.at and coalesce(d.revoked_at, d.until) > _delegation_access.at
      order by d.from_user, d.role, least(d.until, c.until) desc, c.since
    ) s
  ),

  near as (
    select distinct on (c.from_user, c.role) c.* from chain c order by c.from_user, c.role, c.links, c.until desc
  )

  select
    coalesce(array_agg(distinct n.role) filter (where n.reads_all), '{}'),
    coalesce(array_agg(distinct n.role) filter (where not n.reads_all), '{}'),
    coalesce(array_agg(distinct n.role) filter (where n.write_scope = 'all'), '{}'),
    coalesce(array_agg(distinct n.role) filter (where n.write_scope = 'self'), '{}'),
    access.admin_of,
    access.actor || coalesce(array_agg(distinct n.from_user), '{}'),
    coalesce(array_agg(n.role || ':' || n.from_user), '{}'),
    coalesce(array_agg(n.role || ':' || n.from_user) filter (where n.write_scope <> 'none'), '{}'),
    coalesce(jsonb_agg(jsonb_build_object(
      'from_user', n.from_user, 'role', n.role, 'until', rowlock._time_iso(n.until), 'links', n.links,
      'read_scope', case when n.reads_all then 'all' else 'self' end, 'write_scope', n.write_scope,
      'own', case
        when access.is_global or n.role = any (access.write_all) then 'all'
        when n.role = any (access.write_self) then 'self'
        else 'none'
      end) order by n.links, n.since, n.role, n.from_user), '[]')
  into
    v_access.read_all, v_access.read_self, v_access.write_all, v_access.write_self, v_access.admin_of,
    v_access.mine, v_access.read_for, v_access.write_for, v_access.delegations
  from near n;

  -- The wider scope of a role wins, and no role is in both: a row is found in one way.
  v_access.read_all := array(select unnest(access.read_all) union select unnest(v_access.read_all));
  v_access.read_self := array(
    select unnest(access.read_self) union select unnest(v_access.read_self) except select unnest(v_access.read_all));
  v_access.write_all := array(select unnest(access.write_all) union select unnest(v_access.write_all));
  v_access.write_self := array(
    select unnest(access.write_self) union select unnest(v_access.write_self) except select unnest(v_access.write_all));
  return v_access;
end;
$$;

comment on function rowlock._delegation_access is
  'Adds the read and write scopes of those for whom the actor acts, each in the role of the delegation, as of a member: never admin type nor global access. Chains count to the third link.';
revoke all on function rowlock._delegation_access from public;
