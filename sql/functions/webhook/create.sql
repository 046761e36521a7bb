-- rowlock.webhook_create(url, topics, secret_id, sealed_secret, key_id, description, actor): events of these topics go to this address.
-- Writes: rowlock.webhook, rowlock.webhook_secret.
create or replace function rowlock.webhook_create(
  url           text,
  topics        text[],
  secret_id     uuid,
  sealed_secret bytea,
  key_id        text,
  description   text default '',
  actor         uuid default rowlock.actor_current()
)
returns rowlock.webhook
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access  constant rowlock.access := rowlock._actor_access(actor => actor);
  v_now     constant timestamptz := clock_timestamp();
  v_webhook rowlock.webhook;
begin
  v_webhook.url := url;
  v_webhook.topics := topics;
  v_webhook.description := description;
  perform rowlock._webhook_check(webhook => v_webhook);
  -- Two that come at once may both pass: the limit is against a program that makes one after another.
  if (select count(*) from rowlock.webhook w where w.owner_id = v_access.actor) >= 100 then
    raise exception 'account has too many webhooks'
      using errcode = 'PT409', constraint = 'webhook_count',
            detail = jsonb_build_object('reason', 'too_many', 'max', 100)::text,
            hint = 'Delete one, or give one more topics.';
  end if;

  insert into rowlock.webhook (owner_id, url, topics, description, since_seq, created_at, updated_at)
  values (
    v_access.actor, webhook_create.url, webhook_create.topics, coalesce(webhook_create.description, ''),
    rowlock._event_newest(), v_now, v_now)
  returning * into v_webhook;
  perform rowlock._webhook_secret_put(
    webhook_id => v_webhook.id, secret_id => secret_id, sealed_secret => sealed_secret, key_id => key_id, at => v_now);
  return v_webhook;
end;
$$;

comment on function rowlock.webhook_create is
  'A webhook of the caller: from now on the events of these topics that the caller may read are posted to the address, signed with a secret that is shown this once. For any active account. Raises PT400, PT401, PT403, PT409.
Example: {"url": "https://shop.example/hooks/rowlock", "topics": ["escalation.*"], "description": "Tells the shop."}';
revoke all on function rowlock.webhook_create from public;
select rowlock._function_grant('webhook_create', 'service');
