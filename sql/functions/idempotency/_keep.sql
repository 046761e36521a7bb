-- rowlock._idempotency_keep(verb, key, escalation, actor): which row the first call under a key answered, and how it left it.
-- Writes: rowlock.idempotency.
create or replace function rowlock._idempotency_keep(
  verb       text,
  key        text,
  escalation rowlock.escalation,
  actor      uuid
)
returns void
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  update rowlock.idempotency i
  set
    escalation_id = escalation.id,
    -- An ended row tells by itself how it was left.
    outcome = case when escalation.status = 'pending'
      then jsonb_build_object('approvals', escalation.approvals, 'version', escalation.version) end
  where i.actor = _idempotency_keep.actor and i.verb = _idempotency_keep.verb and i.key = _idempotency_keep.key;
end;
$$;

comment on function rowlock._idempotency_keep is 'Completes what _idempotency_take has kept, in the same transaction.';
revoke all on function rowlock._idempotency_keep from public;
