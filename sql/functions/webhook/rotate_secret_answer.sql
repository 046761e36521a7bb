-- rowlock.webhook_rotate_secret_answer(result): the webhook as HTTP answers it.
create or replace function rowlock.webhook_rotate_secret_answer(result rowlock.webhook)
returns rowlock.http_answer
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  -- Volatile, so that it sees the secret that the statement has just put away.
  return row(200, jsonb_build_object('webhook', rowlock._webhook_record(result)))::rowlock.http_answer;
end;
$$;

comment on function rowlock.webhook_rotate_secret_answer is
  'The webhook, and its new secret, which the service adds and which is shown this once.
Answers: {"webhook": "$webhook", "secret": "whsec_QmFzZTY0IG9mIDMyIHJhbmRvbSBieXRlcyBpcyBoZXJlLg=="}';
revoke all on function rowlock.webhook_rotate_secret_answer from public;
select rowlock._function_grant('webhook_rotate_secret_answer', 'service');
