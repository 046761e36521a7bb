-- rowlock._webhook_secrets(webhook_id, at): what signs the deliveries of a webhook at a time, the current secret first.
-- Reads: rowlock.webhook_secret.
create or replace function rowlock._webhook_secrets(
  webhook_id uuid,
  at         timestamptz
)
returns jsonb
language sql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(jsonb_agg(
    jsonb_build_object('id', s.id, 'key_id', s.key_id, 'value', encode(s.value, 'hex'))
    order by s.expires_at nulls first), '[]')
  from rowlock.webhook_secret s
  where s.webhook_id = _webhook_secrets.webhook_id and (s.expires_at is null or s.expires_at > _webhook_secrets.at);
$$;

comment on function rowlock._webhook_secrets is 'Ciphertexts: {id, key_id, value in hex}.';
revoke all on function rowlock._webhook_secrets from public;
