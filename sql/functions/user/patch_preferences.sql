-- rowlock.user_patch_preferences(patch, actor): change some of the actor's own preferences.
-- Writes: rowlock.user_account.
create or replace function rowlock.user_patch_preferences(
  patch jsonb,
  actor uuid default rowlock.actor_current()
)
returns jsonb
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access      constant rowlock.access := rowlock._actor_access(actor => actor);
  v_preferences jsonb;
begin
  perform rowlock._argument_object(field => 'patch', value => patch, max_bytes => 1048576, required => true);
  update rowlock.user_account u
  set
    preferences = (
      select coalesce(jsonb_object_agg(p.key, p.value), '{}')
      from jsonb_each(u.preferences || user_patch_preferences.patch) p
      where user_patch_preferences.patch -> p.key is distinct from 'null'),
    updated_at = clock_timestamp()
  where u.id = v_access.actor
  returning u.preferences into v_preferences;

  if octet_length(v_preferences::text) > 32768 then
    raise exception 'preferences are too large'
      using errcode = 'PT413', constraint = 'preferences_size',
            detail = jsonb_build_object(
              'reason', 'too_large', 'max', 32768, 'bytes', octet_length(v_preferences::text))::text,
            hint = 'Keep all preferences together under 32 KiB; null removes one.';
  end if;
  return v_preferences;
end;
$$;

comment on function rowlock.user_patch_preferences is
  'Merges the keys of an object into the preferences, not deeper; null removes a key. Returns all of them. Raises PT400, PT401, PT403, PT413.
Example: {"theme": "dark", "sidebar": null}';
revoke all on function rowlock.user_patch_preferences from public;
select rowlock._function_grant('user_patch_preferences', 'service', 'user', 'proxy');
