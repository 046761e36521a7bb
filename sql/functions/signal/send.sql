-- rowlock.signal_send(signal_key, payload, ttl, namespace, app_id, credentials, actor): answer a question that may not have been asked yet.
-- Reads: rowlock.escalation, rowlock.approval, rowlock.signal. Writes: rowlock.escalation, rowlock.event, rowlock.signal.
create or replace function rowlock.signal_send(
  signal_key  text,
  payload     jsonb,
  ttl         interval default '10 minutes',
  namespace   text default 'default',
  app_id      text default 'default',
  credentials jsonb default null,
  actor       uuid default rowlock.actor_current()
)
returns rowlock.signal_sent
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_now    timestamptz;
  v_row    rowlock.escalation;
  v_kept   rowlock.signal;
  v_found  jsonb;
  v_said   jsonb;
begin
  perform rowlock._argument_text(field => 'signal_key', value => signal_key, required => true);
  perform rowlock._argument_text(field => 'namespace', value => namespace, required => true);
  perform rowlock._argument_text(field => 'app_id', value => app_id, required => true);
  perform rowlock._signal_check(payload => payload, ttl => ttl);
  perform rowlock._password_check(credentials => credentials);

  loop
    v_now := clock_timestamp();
    select e.* into v_row
    from rowlock.escalation e
    where e.namespace = signal_send.namespace
      and e.app_id = signal_send.app_id
      and e.signal_key = signal_send.signal_key;
    exit when found;

    perform rowlock._signal_admit(signal_key => signal_key, access => v_access, at => v_now);
    v_found := rowlock._signal_passwords(payload => payload, credentials => credentials, access => v_access);
    v_kept := rowlock._signal_keep(
      signal => row(namespace, app_id, signal_key, v_access.actor, payload, v_now, v_now + ttl)::rowlock.signal,
      passwords => v_found, access => v_access);
    if v_kept.sender is not null then
      return row('kept', null, v_kept.expires_at)::rowlock.signal_sent;
    end if;
    -- Somebody asked meanwhile; the row is there by now.
  end loop;

  if not rowlock._can_read(v_access, v_row.role, v_row.assigned_to) then
    perform rowlock._wait_missing(signal_key => signal_key);
  end if;
  -- Credentials for a question to come are for the one that came.
  credentials := (
    select jsonb_agg(jsonb_build_object('escalation_id', v_row.id) || jsonb_strip_nulls(c.value))
    from jsonb_array_elements(credentials) c);
  -- What was sent again is settled already, by the early one, or by the first of two equal calls.
  if v_row.status = 'resolved' then
    v_said := case
      when v_row.resolved_by = v_access.actor then v_row.resolver_payload
      -- One of several people, before somebody else decided.
      else (
        select a.resolver_payload from rowlock.approval a
        where a.escalation_id = v_row.id and a.user_id = v_access.actor and not a.void)
    end;
  end if;
  if v_said is not null then
    v_found := rowlock._password_found(
      escalation_id => v_row.id, fields => rowlock._password_applied(escalation => v_row),
      payload => payload, credentials => credentials);
    if rowlock._password_blank(payload => v_said, passwords => v_found)
      = rowlock._password_blank(payload => payload, passwords => v_found) then
      return row(v_row.status, v_row, null)::rowlock.signal_sent;
    end if;
  end if;
  v_row := rowlock._escalation_settle(
    id => v_row.id, resolver_payload => payload, metadata => null, expected_claim_no => null,
    expected_digest => null, by_key => true, access => v_access, credentials => credentials);
  return row(v_row.status, v_row, null)::rowlock.signal_sent;
end;
$$;

comment on function rowlock.signal_send is
  'Answer the question of a key, whoever holds it; the answer may be any JSON. One that nobody has asked yet is answered when it is asked within the ttl (up to a day), if the sender may write in its role then and the answer fits. The same call again changes nothing. A password in the answer needs its credential, see docs/credentials.md. Raises PT400, PT401, PT403, PT404, PT409, PT422, PT429.';
revoke all on function rowlock.signal_send from public;
select rowlock._function_grant('signal_send', 'service', 'user', 'proxy');
