-- rowlock.delegation_list(user_id, role, active, max_rows, skip_rows, actor): who stands in for whom, the latest window first.
-- Reads: rowlock.delegation.
create or replace function rowlock.delegation_list(
  user_id   uuid default null,
  role      text default null,
  active    boolean default null,
  max_rows  integer default 100,
  skip_rows integer default 0,
  actor     uuid default rowlock.actor_current()
)
returns rowlock.delegation_page
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_now    constant timestamptz := clock_timestamp();
  v_page   rowlock.delegation_page;
begin
  perform rowlock._argument_text(field => 'role', value => role);
  perform rowlock._argument_range(field => 'max_rows', value => max_rows, low => 1, high => 1000);
  perform rowlock._argument_range(field => 'skip_rows', value => skip_rows, low => 0, high => 1000000);

  with found as materialized (
    select d as delegation
    from rowlock.delegation d
    where rowlock._can_see_delegation(v_access, d.from_user, d.to_user, d.role)
      and (delegation_list.user_id is null or d.from_user = delegation_list.user_id or d.to_user = delegation_list.user_id)
      and (delegation_list.role is null or d.role = delegation_list.role)
      and (delegation_list.active is null
        or delegation_list.active = (d.revoked_at is null and d.since <= v_now and d.until > v_now))
  )
  select
    (select coalesce(jsonb_agg(
       rowlock._delegation_record(p.delegation) order by (p.delegation).since desc, (p.delegation).id), '[]')
     from (
       select f.delegation from found f order by (f.delegation).since desc, (f.delegation).id
       limit delegation_list.max_rows offset delegation_list.skip_rows) p),
    (select count(*) from found)
  into v_page;
  return v_page;
end;
$$;

comment on function rowlock.delegation_list is
  'A page of the delegations that the actor may see: its own, either way; those of roles it administers; all, for global accounts. user_id: given by this account, or to it. Over and revoked ones are in it, unless active says. Raises PT400, PT401, PT403.';
revoke all on function rowlock.delegation_list from public;
select rowlock._function_grant('delegation_list', 'service', 'user', 'proxy');
