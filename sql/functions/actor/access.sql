-- rowlock.actor_access(actor): what the actor may see and do.
-- Reads: rowlock.user_account, rowlock.membership, rowlock.db_principal.
create or replace function rowlock.actor_access(actor uuid default rowlock.actor_current())
returns rowlock.access
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select rowlock._actor_access(actor => actor_access.actor);
$$;

comment on function rowlock.actor_access is
  'The roles an actor may read and write, in all or for rows assigned to the actor, and administers. Raises PT401, PT403.';
revoke all on function rowlock.actor_access from public;
select rowlock._function_grant('actor_access', 'service', 'user', 'proxy');
