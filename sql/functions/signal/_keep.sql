-- rowlock._signal_keep(signal, passwords, access): keep an answer for a question that nobody has asked, unless somebody does so now.
-- Writes: rowlock.signal, rowlock.escalation, rowlock.ephemeral_credential.
create or replace function rowlock._signal_keep(
  signal    rowlock.signal,
  passwords jsonb,
  access    rowlock.access
)
returns rowlock.signal
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_kept rowlock.signal;
  v_id   uuid;
begin
  -- The one row of a key is also its lock: a question asked meanwhile is waited for here, and one asked from
  -- now on waits for this transaction. Nobody ever sees this row.
  insert into rowlock.escalation (
    id, namespace, app_id, signal_key, type, status, created_at, updated_at, ended_at)
  values (
    rowlock._uuid_v7(), signal.namespace, signal.app_id, signal.signal_key, 'signal', 'cancelled',
    signal.created_at, signal.created_at, signal.created_at)
  on conflict (namespace, app_id, signal_key) where signal_key is not null do nothing
  returning id into v_id;
  if not found then
    return null;
  end if;
  delete from rowlock.escalation e where e.id = v_id;

  signal.payload := rowlock._password_keep(
    payload => signal.payload, passwords => passwords, access => access,
    -- As long as after any other answer, whenever the question comes.
    ttl_seconds => ceil(extract(epoch from signal.expires_at - signal.created_at))::integer + 900);
  insert into rowlock.signal as s values (signal.*)
  on conflict on constraint signal_pkey do update
  set
    payload = excluded.payload,
    created_at = case when s.expires_at > excluded.created_at then s.created_at else excluded.created_at end,
    expires_at = greatest(s.expires_at, excluded.expires_at)
  -- Two tokens may stand for the same password; the newer one lasts as long as the signal.
  where s.expires_at <= excluded.created_at
    or rowlock._password_blank(payload => s.payload, passwords => passwords)
      = rowlock._password_blank(payload => excluded.payload, passwords => passwords)
  returning s.* into v_kept;
  if not found then
    raise exception 'another answer is kept'
      using errcode = 'PT409', constraint = 'signal_kept',
            detail = jsonb_build_object('reason', 'kept', 'signal_key', signal.signal_key)::text,
            hint = 'The first answer that you send to a key counts, as if its question had been asked.';
  end if;
  return v_kept;
end;
$$;

comment on function rowlock._signal_keep is
  'The signal as it is kept; the same one again is kept for longer. All null when the key has a row. Raises PT409 when the sender has another one kept.';
revoke all on function rowlock._signal_keep from public;
