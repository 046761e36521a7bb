-- rowlock.user_list_names(ids, actor): what to call these accounts.
-- Reads: rowlock.user_account.
create or replace function rowlock.user_list_names(
  ids   uuid[],
  actor uuid default rowlock.actor_current()
)
returns jsonb
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
begin
  if ids is null then
    perform rowlock._argument_text(field => 'ids', value => null, required => true);
  end if;
  if cardinality(ids) > 500 then
    perform rowlock._argument_refuse(field => 'ids', reason => 'too_many', hint => 'Ask for at most 500 at once.');
  end if;
  return (
    select coalesce(jsonb_object_agg(u.id, coalesce(nullif(u.display_name, ''), u.external_id)), '{}')
    from rowlock.user_account u
    where u.id = any (user_list_names.ids) and v_access.actor is not null);
end;
$$;

comment on function rowlock.user_list_names is
  'An object from id to display name, or external id where there is none; ids that are not known are left out. At most 500. Raises PT400, PT401, PT403.';
revoke all on function rowlock.user_list_names from public;
select rowlock._function_grant('user_list_names', 'service', 'user', 'proxy');
