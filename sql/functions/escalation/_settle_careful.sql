-- rowlock._escalation_settle_careful(id, resolver_payload, …, access): resolve a row whose answer has to be looked at.
-- Reads: rowlock.escalation. Writes: rowlock.escalation, rowlock.event.
create or replace function rowlock._escalation_settle_careful(
  id                uuid,
  resolver_payload  jsonb,
  metadata          jsonb,
  expected_claim_no integer,
  expected_digest   text,
  by_key            boolean,
  access            rowlock.access,
  credentials       jsonb default null,
  claims            boolean default false
)
returns rowlock.escalation
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now     timestamptz;
  v_row     rowlock.escalation;
  v_answers jsonb[];
  v_open    rowlock.escalation;
begin
  perform from only rowlock.escalation e where e.id = _escalation_settle_careful.id for no key update;
  -- The wait for the lock may have outlasted a claim or a deadline.
  v_now := clock_timestamp();
  v_row := rowlock._escalation_open(id => id, access => access, gate => 'write', at => v_now);
  perform rowlock._escalation_answer_refuse(escalation => v_row, reason => rowlock._escalation_answer_reason(
    escalation => v_row, access => access, at => v_now, by_key => by_key,
    expected_claim_no => expected_claim_no, expected_digest => expected_digest));
  perform rowlock._argument_size(
    field => 'metadata', value => v_row.metadata || coalesce(metadata, '{}'), max_bytes => 32768);
  v_answers := rowlock._escalation_answer_gate(
    escalations => array[v_row], resolver_payloads => array[resolver_payload],
    credentials => credentials, access => access);

  if v_row.approvals_required > 1 then
    v_open := rowlock._escalation_approve(
      escalation => v_row, resolver_payload => v_answers[1], metadata => metadata, access => access, at => v_now);
    if v_open.id is not null then
      return v_open;
    end if;
  end if;
  perform rowlock._escalation_settle_set(
    ids => array[id], resolver_payloads => v_answers, metadata => metadata, claims => claims, access => access, at => v_now);
  select e.* into v_row from only rowlock.escalation e where e.id = _escalation_settle_careful.id;
  return v_row;
end;
$$;

comment on function rowlock._escalation_settle_careful is
  'Locks the row, judges it, lets the answer pass the gate; still pending when further people have to agree. claims takes it if it is free. Raises PT404, PT403, PT409, PT400, PT422.';
revoke all on function rowlock._escalation_settle_careful from public;
