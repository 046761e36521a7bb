-- rowlock.escalation_resolve_by_signal_key(signal_key, resolver_payload, …): answer the row of a wait, whoever holds it.
-- Reads: rowlock.escalation. Writes: rowlock.escalation, rowlock.event.
create or replace function rowlock.escalation_resolve_by_signal_key(
  signal_key       text,
  resolver_payload jsonb,
  metadata         jsonb default null,
  namespace        text default 'default',
  app_id           text default 'default',
  actor            uuid default rowlock.actor_current()
)
returns rowlock.escalation
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_id     uuid;
begin
  perform rowlock._argument_text(field => 'signal_key', value => signal_key, required => true);
  perform rowlock._argument_text(field => 'namespace', value => namespace, required => true);
  perform rowlock._argument_text(field => 'app_id', value => app_id, required => true);
  perform rowlock._escalation_answer_check(resolver_payload => resolver_payload, metadata => metadata);

  -- The id of a key never changes, so looking it up first decides nothing.
  select e.id into v_id
  from rowlock.escalation e
  where e.namespace = escalation_resolve_by_signal_key.namespace
    and e.app_id = escalation_resolve_by_signal_key.app_id
    and e.signal_key = escalation_resolve_by_signal_key.signal_key
    and rowlock._can_read(v_access, e.role, e.assigned_to);
  if not found then
    raise exception 'escalation does not exist'
      using errcode = 'PT404', constraint = 'escalation_exists',
            detail = jsonb_build_object('reason', 'not_found', 'signal_key', signal_key)::text,
            hint = 'No wait of this key is known, or it is in a role that you cannot read.';
  end if;
  return rowlock._escalation_settle(
    id => v_id, resolver_payload => resolver_payload, metadata => metadata,
    expected_claim_no => null, by_key => true, access => v_access);
end;
$$;

comment on function rowlock.escalation_resolve_by_signal_key is
  'Answer the waiter row of a key; claims do not matter. Raises PT400, PT401, PT403, PT404, PT409.';
revoke all on function rowlock.escalation_resolve_by_signal_key from public;
select rowlock._function_grant('escalation_resolve_by_signal_key', 'service', 'user', 'proxy');
