-- rowlock.webhook_delete(id, actor): a webhook ends, with its secrets and deliveries.
-- Writes: rowlock.webhook.
create or replace function rowlock.webhook_delete(
  id    uuid,
  actor uuid default rowlock.actor_current()
)
returns rowlock.webhook
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access  constant rowlock.access := rowlock._actor_access(actor => actor);
  v_webhook rowlock.webhook;
begin
  delete from rowlock.webhook w
  where w.id = webhook_delete.id and (v_access.is_global or w.owner_id = v_access.actor)
  returning w.* into v_webhook;
  if not found then
    perform rowlock._webhook_missing(id => id);
  end if;
  return v_webhook;
end;
$$;

comment on function rowlock.webhook_delete is
  'Deletes it for good, with what was pending, and returns it. For the owner and global accounts. Raises PT400, PT401, PT403, PT404.';
revoke all on function rowlock.webhook_delete from public;
select rowlock._function_grant('webhook_delete', 'service', 'user', 'proxy');
