-- rowlock._escalation_settle(id, resolver_payload, metadata, …, by_key, access): the one way to answer one row.
-- Reads: rowlock.escalation, rowlock.role, rowlock.host. Writes: rowlock.escalation, rowlock.event.
create or replace function rowlock._escalation_settle(
  id                uuid,
  resolver_payload  jsonb,
  metadata          jsonb,
  expected_claim_no integer,
  expected_digest   text,
  by_key            boolean,
  access            rowlock.access,
  credentials       jsonb default null
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
  -- Most rows take any answer: one guarded UPDATE settles these and reads nothing else.
  update only rowlock.escalation e
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
    and rowlock._escalation_is_plain(access, e, v_now, by_key)
    and (_escalation_settle.expected_claim_no is null or (
      rowlock._escalation_is_held_by(e.assigned_to, e.assigned_until, access.actor, v_now)
      and e.claim_no = _escalation_settle.expected_claim_no))
    and (_escalation_settle.metadata is null
      or octet_length((e.metadata || _escalation_settle.metadata)::text) <= 32768)
    and _escalation_settle.expected_digest is null
    and _escalation_settle.credentials is null
    -- Only the bot of a host can have asked for a run of its own.
    and (e.created_by is distinct from access.actor or e.origin_id is null
      or not exists (select from rowlock.host h where h.bot_id = access.actor))
    -- A subquery and no join, so that a row that moves meanwhile is judged by the role that it moves to.
    and coalesce((select false from rowlock.role r where r.role = e.role and r.answers_checked), true)
  returning e.* into v_row;

  if found then
    if access.delegations is not null and rowlock._delegation_over(access => access, escalation => v_row) then
      perform rowlock._escalation_open(id => id, access => access, gate => 'write', at => v_now);
    end if;
    v_seq := rowlock._escalation_journal(
      escalation => v_row, verb => 'resolved', actor => access.actor, occurred_at => v_now,
      payload => jsonb_build_object(
        'by', access.actor, 'signal_key', v_row.signal_key, 'claim_no', v_row.claim_no,
        'on_behalf_of', rowlock._delegation_for(access => access, escalation => v_row)));
    return v_row;
  end if;

  -- Nothing was written: it may not be answered, or it asks for more, or what stood in the way has just gone.
  v_row := rowlock._escalation_open(id => id, access => access, gate => 'write', at => v_now);
  perform rowlock._escalation_answer_refuse(escalation => v_row, reason => rowlock._escalation_answer_reason(
    escalation => v_row, access => access, at => v_now, by_key => by_key,
    expected_claim_no => expected_claim_no, expected_digest => expected_digest));
  return rowlock._escalation_settle_careful(
    id => id, resolver_payload => resolver_payload, metadata => metadata, expected_claim_no => expected_claim_no,
    expected_digest => expected_digest, by_key => by_key, access => access, credentials => credentials);
end;
$$;

comment on function rowlock._escalation_settle is
  'One guarded UPDATE, or the careful way where the row asks for more; by_key ignores claims. The row is still pending when further people have to agree. Raises PT404, PT403, PT409, PT422, PT400 (also: metadata too large once merged).';
revoke all on function rowlock._escalation_settle from public;
