-- rowlock.webhook_disable(id, actor): nothing is sent to a webhook until it is enabled.
-- Writes: rowlock.webhook.
create or replace function rowlock.webhook_disable(
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
  if v_webhook.status = 'disabled' then
    return v_webhook;
  end if;
  update rowlock.webhook w
  set status = 'disabled', version = w.version + 1, updated_at = clock_timestamp()
  where w.id = webhook_disable.id
  returning w.* into v_webhook;
  return v_webhook;
end;
$$;

comment on function rowlock.webhook_disable is
  'What is pending stays so, and what is on its way may arrive. One that is disabled stays as it is. For the owner and global accounts. Raises PT400, PT401, PT403, PT404.';
revoke all on function rowlock.webhook_disable from public;
select rowlock._function_grant('webhook_disable', 'service', 'user', 'proxy');
