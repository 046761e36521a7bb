-- rowlock.escalation_resolve_by_signal_key(signal_key, resolver_payload, …): answer the row of a wait, whoever holds it.
-- Reads: rowlock.escalation. Writes: rowlock.escalation, rowlock.event, rowlock.idempotency.
create or replace function rowlock.escalation_resolve_by_signal_key(
  signal_key       text,
  resolver_payload jsonb,
  metadata         jsonb default null,
  namespace        text default 'default',
  app_id           text default 'default',
  idempotency_key  text default null,
  expected_digest  text default null,
  credentials      jsonb default null,
  actor            uuid default rowlock.actor_current()
)
returns rowlock.escalation
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
-- To plan takes as long as to run; one plan over the key fits every call.
set plan_cache_mode = force_generic_plan
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_id     uuid;
  v_first  rowlock.idempotency;
  v_asked  jsonb;
  v_row    rowlock.escalation;
begin
  perform rowlock._argument_text(field => 'signal_key', value => signal_key, required => true);
  perform rowlock._argument_text(field => 'namespace', value => namespace, required => true);
  perform rowlock._argument_text(field => 'app_id', value => app_id, required => true);
  perform rowlock._escalation_answer_check(
    resolver_payload => resolver_payload, metadata => metadata, expected_digest => expected_digest);
  if credentials is not null then
    perform rowlock._password_check(credentials => credentials);
  end if;
  if idempotency_key is not null then
    perform rowlock._argument_text(field => 'idempotency_key', value => idempotency_key, required => true);
  end if;

  -- The id of a key never changes, so looking it up first decides nothing.
  select e.id into v_id
  from rowlock.escalation e
  where e.namespace = escalation_resolve_by_signal_key.namespace
    and e.app_id = escalation_resolve_by_signal_key.app_id
    and e.signal_key = escalation_resolve_by_signal_key.signal_key
    and rowlock._can_read(v_access, e.role, e.assigned_to);
  if not found then
    perform rowlock._wait_missing(signal_key => signal_key);
  end if;
  if idempotency_key is not null then
    v_asked := rowlock._password_request(
      escalation_id => v_id, resolver_payload => resolver_payload, credentials => credentials, access => v_access);
    v_first := rowlock._idempotency_take(
      verb => 'escalation_resolve_by_signal_key', key => idempotency_key, escalation_id => v_id, actor => v_access.actor,
      request => jsonb_build_array(namespace, app_id, signal_key, v_asked -> 'payload', metadata, expected_digest),
      passwords => v_asked -> 'passwords');
    if v_first.key is not null then
      return rowlock._escalation_replay(first => v_first, access => v_access);
    end if;
  end if;
  v_row := rowlock._escalation_settle(
    id => v_id, resolver_payload => resolver_payload, metadata => metadata, expected_claim_no => null,
    expected_digest => expected_digest, by_key => true, access => v_access, credentials => credentials);
  if idempotency_key is not null and v_row.status = 'pending' then
    perform rowlock._idempotency_keep(
      verb => 'escalation_resolve_by_signal_key', key => idempotency_key, escalation => v_row, actor => v_access.actor);
  end if;
  return v_row;
end;
$$;

comment on function rowlock.escalation_resolve_by_signal_key is
  'Answer the waiter row of a key; claims do not matter. expected_digest asserts the question; approvals_required is as in escalation_resolve. The same call again under an idempotency_key, for a day, returns the row as the first one left it. A password in the answer needs its credential, see docs/credentials.md. Raises PT400, PT401, PT403, PT404, PT409, PT422.';
revoke all on function rowlock.escalation_resolve_by_signal_key from public;
select rowlock._function_grant('escalation_resolve_by_signal_key', 'service', 'user', 'proxy');
