-- rowlock.event_access(actors, key_prefixes): what the viewers of open streams may read now.
-- Reads: rowlock.user_account, rowlock.api_key.
create or replace function rowlock.event_access(
  actors       uuid[],
  key_prefixes text[]
)
returns setof rowlock.event_viewer
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select row(v.position, u.id, (a.access).is_global, (a.access).read_all, (a.access).read_self,
    (a.access).read_for)::rowlock.event_viewer
  from unnest(event_access.actors, event_access.key_prefixes) with ordinality v (actor, key_prefix, position)
  join rowlock.user_account u on u.id = v.actor and u.status = 'active'
  -- `offset 0` keeps the access from being evaluated once for each of its columns.
  cross join lateral (select rowlock._actor_access(actor => u.id) as access offset 0) a
  where v.key_prefix is null or exists (
    select from rowlock.api_key k
    where k.key_prefix = v.key_prefix and k.user_id = v.actor
      and (k.expires_at is null or k.expires_at > clock_timestamp()))
  order by v.position;
$$;

comment on function rowlock.event_access is
  'One row for each viewer, an account and the key it came with if any, that may still read; the others are left out. For the service alone. Raises PT401, PT403.';
revoke all on function rowlock.event_access from public;
select rowlock._function_grant('event_access', 'service');
