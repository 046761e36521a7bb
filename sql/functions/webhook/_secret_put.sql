-- rowlock._webhook_secret_put(webhook_id, secret_id, sealed_secret, key_id, at): keep what a secret was encrypted to.
-- Writes: rowlock.webhook_secret.
create or replace function rowlock._webhook_secret_put(
  webhook_id    uuid,
  secret_id     uuid,
  sealed_secret bytea,
  key_id        text,
  at            timestamptz
)
returns void
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  perform rowlock._argument_text(field => 'secret_id', value => secret_id::text, required => true);
  perform rowlock._argument_range(field => 'sealed_secret', value => octet_length(sealed_secret), low => 28, high => 1000);
  perform rowlock._argument_text(field => 'key_id', value => key_id, required => true);
  insert into rowlock.webhook_secret (id, webhook_id, value, key_id, created_at)
  values (
    _webhook_secret_put.secret_id, _webhook_secret_put.webhook_id, _webhook_secret_put.sealed_secret,
    _webhook_secret_put.key_id, _webhook_secret_put.at)
  on conflict on constraint webhook_secret_pkey do nothing;
  if not found then
    raise exception 'secret id is taken'
      using errcode = 'PT409', constraint = 'webhook_secret_taken',
            detail = jsonb_build_object('reason', 'taken')::text,
            hint = 'Encrypt under a new random id.';
  end if;
end;
$$;

comment on function rowlock._webhook_secret_put is 'As the current one. Raises PT400, PT409.';
revoke all on function rowlock._webhook_secret_put from public;
