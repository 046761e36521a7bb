-- rowlock.persona_reconcile(user_id, actor): recompute the memberships that personas sustain, of one account or of all.
-- Reads: rowlock.persona, rowlock.persona_role, rowlock.user_account, rowlock.user_persona. Writes: rowlock.membership, rowlock.event.
create or replace function rowlock.persona_reconcile(
  user_id uuid default null,
  actor   uuid default rowlock.actor_current()
)
returns rowlock.persona_counts
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_ids    uuid[] := array[user_id];
begin
  perform rowlock._actor_global(access => v_access);
  if user_id is null then
    v_ids := array(
      select h.user_id from rowlock.user_persona h
      union
      select m.user_id from rowlock.membership m where m.granted_by_persona is not null);
  elsif not exists (select from rowlock.user_account u where u.id = persona_reconcile.user_id) then
    perform rowlock._user_missing(id => user_id);
  end if;
  perform rowlock._user_lock(variadic v_ids);
  return rowlock._persona_reconcile(user_ids => v_ids, actor => v_access.actor);
end;
$$;

comment on function rowlock.persona_reconcile is
  'Every change of a persona does this by itself; for whoever wrote to the tables. Returns what it granted, refreshed, raised and removed. Needs global access. Raises PT400, PT401, PT403, PT404.';
revoke all on function rowlock.persona_reconcile from public;
select rowlock._function_grant('persona_reconcile', 'service', 'user', 'proxy');
