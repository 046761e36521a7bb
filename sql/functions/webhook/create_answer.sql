-- rowlock.webhook_create_answer(result): the new webhook as HTTP answers it.
create or replace function rowlock.webhook_create_answer(result rowlock.webhook)
returns rowlock.http_answer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return row(201, jsonb_build_object('webhook', rowlock._webhook_record(result)))::rowlock.http_answer;
end;
$$;

comment on function rowlock.webhook_create_answer is
  'The webhook, and its secret, which the service adds and which is shown this once.
Answers 201: {"webhook": "$webhook", "secret": "whsec_QmFzZTY0IG9mIDMyIHJhbmRvbSBieXRlcyBpcyBoZXJlLg=="}';
revoke all on function rowlock.webhook_create_answer from public;
select rowlock._function_grant('webhook_create_answer', 'service');
