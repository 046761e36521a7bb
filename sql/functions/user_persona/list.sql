-- rowlock.user_persona_list(user_id, actor): the personas of an account.
-- Reads: rowlock.persona, rowlock.persona_role, rowlock.user_persona, rowlock.user_account.
create or replace function rowlock.user_persona_list(
  user_id uuid,
  actor   uuid default rowlock.actor_current()
)
returns setof rowlock.persona_info
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
begin
  perform rowlock._argument_text(field => 'user_id', value => user_id::text, required => true);
  if user_id <> v_access.actor then
    perform rowlock._actor_admin(access => v_access);
  end if;
  if not exists (select from rowlock.user_account u where u.id = user_persona_list.user_id) then
    perform rowlock._user_missing(id => user_id);
  end if;
  return query
  select i.*
  from rowlock.user_persona h
  join rowlock.persona p on p.id = h.persona_id,
  lateral rowlock._persona_info(persona => p) i
  where h.user_id = user_persona_list.user_id
  order by p.key;
end;
$$;

comment on function rowlock.user_persona_list is
  'The personas of an account, by key; another''s needs global access or admin type on a role. Raises PT400, PT401, PT403, PT404.';
revoke all on function rowlock.user_persona_list from public;
select rowlock._function_grant('user_persona_list', 'service', 'user', 'proxy');
