-- rowlock._escalation_settle(id, resolver_payload, metadata, expected_claim_no, by_key, access): the one way to resolve a row.
-- Reads: rowlock.escalation. Writes: rowlock.escalation, rowlock.event.
create or replace function rowlock._escalation_settle(
  id                uuid,
  resolver_payload  jsonb,
  metadata          jsonb,
  expected_claim_no integer,
  by_key            boolean,
  access            rowlock.access
)
returns rowlock.escalation
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now constant timestamptz := clock_timestamp();
  v_row rowlock.escalation;
  v_seq bigint;
begin
  for i in 1 .. 3 loop
    update rowlock.escalation e
    set
      status = 'resolved',
      resolved_at = greatest(v_now, e.created_at, e.claimed_at),
      resolved_by = access.actor,
      ended_at = greatest(v_now, e.created_at, e.claimed_at),
      resolver_payload = _escalation_settle.resolver_payload,
      metadata = e.metadata || coalesce(_escalation_settle.metadata, '{}'),
      version = e.version + 1,
      updated_at = v_now
    where e.id = _escalation_settle.id
      and e.status = 'pending'
      and (e.expires_at is null or e.expires_at > v_now)
      and rowlock._can_write(access, e.role, e.assigned_to)
      -- Liveness binds every principal: a holder whose claim is over must claim again.
      and (by_key or case
        when e.assigned_to is null then e.last_holder is distinct from access.actor
        when e.assigned_until is null then true
        when e.assigned_to = access.actor then e.assigned_until > v_now
        else e.assigned_until <= v_now
      end)
      and (_escalation_settle.expected_claim_no is null or (
        e.assigned_to = access.actor and e.assigned_until > v_now
        and e.claim_no = _escalation_settle.expected_claim_no))
      and (_escalation_settle.metadata is null
        or octet_length((e.metadata || _escalation_settle.metadata)::text) <= 32768)
    returning e.* into v_row;

    if found then
      v_seq := rowlock._escalation_journal(
        escalation => v_row, verb => 'resolved', actor => access.actor, occurred_at => v_now,
        payload => jsonb_build_object('by', access.actor, 'signal_key', v_row.signal_key, 'claim_no', v_row.claim_no));
      return v_row;
    end if;

    v_row := rowlock._escalation_open(id => id, access => access, gate => 'write', at => v_now);
    if expected_claim_no is not null and not coalesce(
      v_row.assigned_to = access.actor and v_row.assigned_until > v_now and v_row.claim_no = expected_claim_no, false)
    then
      perform rowlock._escalation_refuse(escalation => v_row, reason => 'stale_claim');
    end if;
    if not by_key and v_row.assigned_to <> access.actor and v_row.assigned_until > v_now then
      perform rowlock._escalation_refuse(escalation => v_row, reason => 'held');
    end if;
    if not by_key and (
      (v_row.assigned_to = access.actor and v_row.assigned_until <= v_now)
      or (v_row.assigned_to is null and v_row.last_holder = access.actor))
    then
      perform rowlock._escalation_refuse(escalation => v_row, reason => 'claim_lapsed');
    end if;
    perform rowlock._argument_size(
      field => 'metadata', value => v_row.metadata || coalesce(metadata, '{}'), max_bytes => 32768);
  end loop;
  perform rowlock._escalation_refuse(escalation => v_row, reason => 'contended');
end;
$$;

comment on function rowlock._escalation_settle is
  'One guarded UPDATE; by_key ignores claims. Raises PT404, PT403, PT409, PT400 (metadata too large once merged).';
revoke all on function rowlock._escalation_settle from public;
