-- rowlock.webhook_rotate_secret(id, secret_id, sealed_secret, key_id, overlap, actor): a new secret; the one before goes on for a while.
-- Writes: rowlock.webhook, rowlock.webhook_secret.
create or replace function rowlock.webhook_rotate_secret(
  id            uuid,
  secret_id     uuid,
  sealed_secret bytea,
  key_id        text,
  overlap       interval default '1 day',
  actor         uuid default rowlock.actor_current()
)
returns rowlock.webhook
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access  constant rowlock.access := rowlock._actor_access(actor => actor);
  v_now     timestamptz;
  v_webhook rowlock.webhook;
begin
  perform rowlock._argument_text(field => 'overlap', value => overlap::text, required => true);
  if overlap not between '0' and '30 days' then
    perform rowlock._argument_refuse(field => 'overlap', reason => 'not_in_range', hint => 'Give 0 seconds to 30 days.');
  end if;
  v_webhook := rowlock._webhook_locked(id => id, access => v_access);
  v_now := clock_timestamp();

  -- Two are live at most: who rotates twice within the overlap ends the first.
  delete from rowlock.webhook_secret s where s.webhook_id = v_webhook.id and s.expires_at is not null;
  update rowlock.webhook_secret s set expires_at = v_now + webhook_rotate_secret.overlap
  where s.webhook_id = v_webhook.id;
  perform rowlock._webhook_secret_put(
    webhook_id => v_webhook.id, secret_id => secret_id, sealed_secret => sealed_secret, key_id => key_id, at => v_now);
  update rowlock.webhook w set version = w.version + 1, updated_at = v_now
  where w.id = v_webhook.id
  returning w.* into v_webhook;
  return v_webhook;
end;
$$;

comment on function rowlock.webhook_rotate_secret is
  'Deliveries are signed with the new secret at once, and with the one before too until overlap is over. For the owner and global accounts. Raises PT400, PT401, PT403, PT404, PT409.
Example: {"overlap": "1 day"}';
revoke all on function rowlock.webhook_rotate_secret from public;
select rowlock._function_grant('webhook_rotate_secret', 'service');
