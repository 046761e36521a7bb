-- rowlock.user_get_preferences(actor): the actor's own preferences.
-- Reads: rowlock.user_account.
create or replace function rowlock.user_get_preferences(actor uuid default rowlock.actor_current())
returns jsonb
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
begin
  return (select u.preferences from rowlock.user_account u where u.id = v_access.actor);
end;
$$;

comment on function rowlock.user_get_preferences is 'The preferences as an object. Raises PT401, PT403.';
revoke all on function rowlock.user_get_preferences from public;
select rowlock._function_grant('user_get_preferences', 'service', 'user', 'proxy');
