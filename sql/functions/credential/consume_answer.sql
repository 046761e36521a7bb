-- rowlock.credential_consume_answer(result): the consumed credential, its value still ciphertext.
create or replace function rowlock.credential_consume_answer(result rowlock.credential_consumed)
returns rowlock.http_answer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return row(200, to_jsonb(result) || jsonb_build_object(
    'expires_at', rowlock._time_iso(result.expires_at)))::rowlock.http_answer;
end;
$$;

comment on function rowlock.credential_consume_answer is
  'The secret, in place of its ciphertext, and the uses that are left; null: any number.
Answers: {"token": "7b1f9a52-3c1d-4c8e-9f60-2a4d5e6f7081", "label": "pin", "value": "*", "uses_left|null": 0, "expires_at": "2026-03-01T09:15:00.000000Z"}';
revoke all on function rowlock.credential_consume_answer from public;
select rowlock._function_grant('credential_consume_answer', 'service');
