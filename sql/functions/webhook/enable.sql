-- rowlock.webhook_enable(id, actor): a webhook that was disabled is sent events again.
-- Writes: rowlock.webhook.
create or replace function rowlock.webhook_enable(
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
  v_webhook := rowlock._webhook_locked(id => id, access => v_access);
  if v_webhook.status = 'enabled' then
    return v_webhook;
  end if;
  update rowlock.webhook w
  set status = 'enabled', since_seq = rowlock._event_newest(), version = w.version + 1, updated_at = clock_timestamp()
  where w.id = webhook_enable.id
  returning w.* into v_webhook;
  return v_webhook;
end;
$$;

comment on function rowlock.webhook_enable is
  'What was pending goes out, and events from now on; what happened while it was disabled is not sent. One that is enabled stays as it is. For the owner and global accounts. Raises PT400, PT401, PT403, PT404.';
revoke all on function rowlock.webhook_enable from public;
select rowlock._function_grant('webhook_enable', 'service', 'user', 'proxy');
