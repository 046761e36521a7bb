-- rowlock._webhook_locked(id, access): the webhook, locked, if the actor may handle it.
-- Reads: rowlock.webhook.
create or replace function rowlock._webhook_locked(
  id     uuid,
  access rowlock.access
)
returns rowlock.webhook
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_webhook rowlock.webhook;
begin
  select w.* into v_webhook
  from rowlock.webhook w
  where w.id = _webhook_locked.id
    and ((_webhook_locked.access).is_global or w.owner_id = (_webhook_locked.access).actor)
  for no key update;
  if not found then
    perform rowlock._webhook_missing(id => id);
  end if;
  return v_webhook;
end;
$$;

comment on function rowlock._webhook_locked is 'That of its owner, and of global actors. Raises PT400, PT404.';
revoke all on function rowlock._webhook_locked from public;
