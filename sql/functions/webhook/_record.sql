-- rowlock._webhook_record(webhook): a webhook as every surface shows it.
-- Reads: rowlock.webhook_secret, rowlock.delivery.
create or replace function rowlock._webhook_record(webhook rowlock.webhook)
returns jsonb
language sql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
  select to_jsonb(webhook) - 'since_seq' || jsonb_build_object(
    'created_at', rowlock._time_iso(webhook.created_at),
    'updated_at', rowlock._time_iso(webhook.updated_at),
    'old_secret_until', (
      select rowlock._time_iso(max(s.expires_at)) from rowlock.webhook_secret s
      where s.webhook_id = webhook.id and s.expires_at > clock_timestamp()),
    'pending', (
      select count(*) from (
        select from rowlock.delivery d where d.webhook_id = webhook.id and d.status = 'pending' limit 1000) p),
    'dead', (
      select count(*) from (
        select from rowlock.delivery d where d.webhook_id = webhook.id and d.status = 'dead' limit 1000) p));
$$;

comment on function rowlock._webhook_record is
  'The webhook as JSON, never its secrets; pending and dead count deliveries, up to 1,000.
Record webhook: {
  "id": "8d3f1b6a-2c4e-4d5f-9a7b-6c8d0e1f2a3b", "owner_id": "7f0c2f4e-6a53-4d0e-9c39-1f2b3c4d5e6f",
  "url": "https://shop.example/hooks/rowlock", "topics": ["escalation.*"], "description|text": "Tells the shop.",
  "status": "enabled|disabled", "version": 1, "old_secret_until|null": "2026-03-02T09:00:00.000000Z",
  "pending": 0, "dead": 0,
  "created_at": "2026-03-01T09:00:00.000000Z", "updated_at": "2026-03-01T09:00:00.000000Z"}';
revoke all on function rowlock._webhook_record from public;
