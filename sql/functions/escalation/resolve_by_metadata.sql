-- rowlock.escalation_resolve_by_metadata(key, value, resolver_payload, …): answer the most urgent row with a facet.
-- Reads: rowlock.escalation. Writes: rowlock.escalation, rowlock.event, rowlock.idempotency.
create or replace function rowlock.escalation_resolve_by_metadata(
  key              text,
  value            jsonb,
  resolver_payload jsonb,
  metadata         jsonb default null,
  idempotency_key  text default null,
  expected_digest  text default null,
  credentials      jsonb default null,
  actor            uuid default rowlock.actor_current()
)
returns rowlock.escalation
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_facet  jsonb;
  v_first  rowlock.idempotency;
  v_row    rowlock.escalation;
begin
  v_facet := rowlock._facet_pair(key => key, value => value);
  perform rowlock._escalation_answer_check(
    resolver_payload => resolver_payload, metadata => metadata, expected_digest => expected_digest);
  if credentials is not null then
    perform rowlock._password_check(credentials => credentials);
    -- A key has to know the request before it knows the row, and so what in it is a password.
    if idempotency_key is not null then
      perform rowlock._argument_refuse(
        field => 'idempotency_key', reason => 'passwords', hint => 'Answer with passwords by id, under a key or without one.');
    end if;
  end if;
  if idempotency_key is not null then
    perform rowlock._argument_text(field => 'idempotency_key', value => idempotency_key, required => true);
    v_first := rowlock._idempotency_take(
      verb => 'escalation_resolve_by_metadata', key => idempotency_key, escalation_id => null, actor => v_access.actor,
      request => jsonb_build_array(key, value, resolver_payload, metadata, expected_digest));
    if v_first.key is not null then
      return rowlock._escalation_replay(first => v_first, access => v_access);
    end if;
  end if;

  -- Nobody else holds the row and it is locked, so a lapsed claim of the actor's own is taken anew like any other.
  v_row := rowlock._escalation_settle_careful(
    id => rowlock._escalation_lock_match(facet => v_facet, access => v_access),
    resolver_payload => resolver_payload, metadata => metadata, expected_claim_no => null,
    expected_digest => expected_digest, by_key => true, access => v_access, credentials => credentials, claims => true);
  if idempotency_key is not null then
    perform rowlock._idempotency_keep(
      verb => 'escalation_resolve_by_metadata', key => idempotency_key, escalation => v_row, actor => v_access.actor);
  end if;
  return v_row;
end;
$$;

comment on function rowlock.escalation_resolve_by_metadata is
  'Answer the most urgent pending row in write scope whose metadata has this very value under the key: a text, a number or a boolean. A row that nobody holds is claimed with the answer; metadata is merged. It waits for a row that another call has locked. The same call again under an idempotency_key, for a day, returns the row as the first one left it, and answers no other. A password in the answer needs its credential, and no key, see docs/credentials.md. Raises PT400, PT401, PT403, PT404, PT409, PT422.
Example: {"key": "region", "value": "north", "resolver_payload": {"decision": "yes"}}';
revoke all on function rowlock.escalation_resolve_by_metadata from public;
select rowlock._function_grant('escalation_resolve_by_metadata', 'service', 'user', 'proxy');
