-- rowlock._idempotency_take(verb, key, request, escalation_id, actor, passwords): is it the first call under this key? Else what the first one left.
-- Reads: rowlock.idempotency. Writes: rowlock.idempotency.
create or replace function rowlock._idempotency_take(
  verb          text,
  key           text,
  request       jsonb,
  escalation_id uuid,
  actor         uuid,
  passwords     jsonb default '[]'
)
returns rowlock.idempotency
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
-- Plans outlive the small table that they were made for.
set enable_seqscan = off
set enable_bitmapscan = off
set enable_sort = off
as $$
declare
  v_now    constant timestamptz := clock_timestamp();
  v_sha256 constant bytea := sha256(convert_to(request::text, 'UTF8'));
  v_first  rowlock.idempotency;
begin
  -- Waits for another call under the key to end, and locks the row that it left; an old one is taken over.
  insert into rowlock.idempotency as i (actor, verb, key, request_sha256, escalation_id, expires_at)
  values (
    _idempotency_take.actor, _idempotency_take.verb, _idempotency_take.key, v_sha256,
    _idempotency_take.escalation_id, v_now + interval '24 hours')
  on conflict on constraint idempotency_pkey do update
  set
    request_sha256 = excluded.request_sha256,
    escalation_id = excluded.escalation_id,
    outcome = null,
    expires_at = excluded.expires_at
  where i.expires_at <= v_now;

  if found then
    -- More than one call can make, so that the table stays as small as a day's keys.
    delete from rowlock.idempotency i
    where i.ctid = any (array(
      select o.ctid from rowlock.idempotency o
      where o.expires_at <= v_now
      order by o.expires_at
      limit 10
      for update skip locked));
    return null;
  end if;

  select i.* into v_first
  from rowlock.idempotency i
  where i.actor = _idempotency_take.actor
    and i.verb = _idempotency_take.verb
    and i.key = _idempotency_take.key;
  if v_first.request_sha256 is distinct from v_sha256 then
    -- It may be the same request, once its passwords are encrypted.
    if passwords <> '[]' then
      perform rowlock._password_refuse(passwords => passwords);
    end if;
    raise exception 'idempotency key was used for another request'
      using errcode = 'PT409', constraint = 'idempotency_mismatch',
            detail = jsonb_build_object('reason', 'mismatch', 'until', rowlock._time_iso(v_first.expires_at))::text,
            hint = 'Repeat a request unchanged, and give each new one a key of its own.';
  end if;
  return v_first;
end;
$$;

comment on function rowlock._idempotency_take is
  'All null for the first call under the key, which is kept with the caller''s transaction and lasts a day; else the first. Raises PT409, PT422.';
revoke all on function rowlock._idempotency_take from public;
