-- rowlock._escalation_attach(escalation, idempotency_key, actor): what a call is told whose signal key has a row already.
-- Writes: rowlock.idempotency.
create or replace function rowlock._escalation_attach(
  escalation      rowlock.escalation,
  idempotency_key text,
  actor           uuid
)
returns rowlock.escalation_created
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  if idempotency_key is not null then
    update rowlock.idempotency i
    set escalation_id = escalation.id, outcome = jsonb_build_object('created', false)
    where i.actor = _escalation_attach.actor and i.verb = 'escalation_create' and i.key = idempotency_key;
  end if;
  return row(escalation, false)::rowlock.escalation_created;
end;
$$;

comment on function rowlock._escalation_attach is
  'The row, created = false; the call under an idempotency key will be told the same again.';
revoke all on function rowlock._escalation_attach from public;
