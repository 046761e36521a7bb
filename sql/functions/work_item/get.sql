-- rowlock.work_item_get(id, actor): one item of a plan.
-- Reads: rowlock.work_item.
create or replace function rowlock.work_item_get(
  id    uuid,
  actor uuid default rowlock.actor_current()
)
returns rowlock.work_item
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_item   rowlock.work_item;
begin
  select w.* into v_item from rowlock.work_item w where w.id = work_item_get.id and v_access.actor is not null;
  if not found then
    perform rowlock._work_item_missing(id => id);
  end if;
  return v_item;
end;
$$;

comment on function rowlock.work_item_get is 'A work item; any signed-in account may see it. Raises PT401, PT403, PT404.';
revoke all on function rowlock.work_item_get from public;
select rowlock._function_grant('work_item_get', 'service', 'user', 'proxy');
