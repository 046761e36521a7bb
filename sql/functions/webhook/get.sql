-- rowlock.webhook_get(id, actor): one webhook.
-- Reads: rowlock.webhook.
create or replace function rowlock.webhook_get(
  id    uuid,
  actor uuid default rowlock.actor_current()
)
returns rowlock.webhook
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access  constant rowlock.access := rowlock._actor_access(actor => actor);
  v_webhook rowlock.webhook;
begin
  select w.* into v_webhook
  from rowlock.webhook w
  where w.id = webhook_get.id and (v_access.is_global or w.owner_id = v_access.actor);
  if not found then
    perform rowlock._webhook_missing(id => id);
  end if;
  return v_webhook;
end;
$$;

comment on function rowlock.webhook_get is
  'A webhook of the caller; global accounts see all. Raises PT400, PT401, PT403, PT404.';
revoke all on function rowlock.webhook_get from public;
select rowlock._function_grant('webhook_get', 'service', 'user', 'proxy');
