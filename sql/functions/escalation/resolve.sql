-- rowlock.escalation_resolve(id, resolver_payload, metadata, expected_claim_no, …, actor): answer one row.
-- Reads: rowlock.escalation. Writes: rowlock.escalation, rowlock.event, rowlock.idempotency.
create or replace function rowlock.escalation_resolve(
  id                uuid,
  resolver_payload  jsonb,
  metadata          jsonb default null,
  expected_claim_no integer default null,
  idempotency_key   text default null,
  expected_digest   text default null,
  credentials       jsonb default null,
  actor             uuid default rowlock.actor_current()
)
returns rowlock.escalation
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
-- To plan takes as long as to run; one plan over the key fits every call.
set plan_cache_mode = force_generic_plan
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_first  rowlock.idempotency;
  v_asked  jsonb;
  v_row    rowlock.escalation;
begin
  perform rowlock._escalation_answer_check(
    resolver_payload => resolver_payload, metadata => metadata, expected_digest => expected_digest);
  if credentials is not null then
    perform rowlock._password_check(credentials => credentials);
  end if;
  if idempotency_key is not null then
    perform rowlock._argument_text(field => 'idempotency_key', value => idempotency_key, required => true);
    v_asked := rowlock._password_request(
      escalation_id => id, resolver_payload => resolver_payload, credentials => credentials, access => v_access);
    v_first := rowlock._idempotency_take(
      verb => 'escalation_resolve', key => idempotency_key, escalation_id => id, actor => v_access.actor,
      request => jsonb_build_array(id, v_asked -> 'payload', metadata, expected_claim_no, expected_digest),
      passwords => v_asked -> 'passwords');
    if v_first.key is not null then
      return rowlock._escalation_replay(first => v_first, access => v_access);
    end if;
  end if;
  v_row := rowlock._escalation_settle(
    id => id, resolver_payload => resolver_payload, metadata => metadata, expected_claim_no => expected_claim_no,
    expected_digest => expected_digest, by_key => false, access => v_access, credentials => credentials);
  if idempotency_key is not null and v_row.status = 'pending' then
    perform rowlock._idempotency_keep(
      verb => 'escalation_resolve', key => idempotency_key, escalation => v_row, actor => v_access.actor);
  end if;
  return v_row;
end;
$$;

comment on function rowlock.escalation_resolve is
  'Answer a row that is free, pre-assigned, or held by the actor; another''s lapsed claim is no obstacle. metadata is merged. expected_claim_no asserts a live claim, expected_digest the question. Where approvals_required is more than 1 the row comes back pending until so many people have given an equal decision in their resolver_payload. The same call again under an idempotency_key, for a day, returns the row as the first one left it. A password in the answer needs its credential, see docs/credentials.md. Raises PT400, PT401, PT403, PT404, PT409, PT422.';
revoke all on function rowlock.escalation_resolve from public;
select rowlock._function_grant('escalation_resolve', 'service', 'user', 'proxy');
