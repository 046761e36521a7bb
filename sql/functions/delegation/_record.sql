-- rowlock._delegation_record(delegation): a delegation as every surface shows it.
create or replace function rowlock._delegation_record(delegation rowlock.delegation)
returns jsonb
language sql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
  select to_jsonb(delegation) || jsonb_build_object(
    'since', rowlock._time_iso(delegation.since),
    'until', rowlock._time_iso(delegation.until),
    'created_at', rowlock._time_iso(delegation.created_at),
    'revoked_at', rowlock._time_iso(delegation.revoked_at),
    'state', case
      when delegation.revoked_at is not null then 'revoked'
      when delegation.until <= clock_timestamp() then 'over'
      when delegation.since > clock_timestamp() then 'planned'
      else 'active'
    end);
$$;

comment on function rowlock._delegation_record is
  'The delegation as JSON; state is that of its window by the clock: the giver must be active and in the role too.
Record delegation: {
  "id": "5a1f0c3e-8d2b-4e6f-9a7c-1b3d5f7a9c2e", "from_user": "0b9d5f0e-3c7a-4d52-8a4e-6f1d2c3b4a59",
  "to_user": "7f0c2f4e-6a53-4d0e-9c39-1f2b3c4d5e6f", "role": "reviewer",
  "since": "2026-03-01T09:00:00.000000Z", "until": "2026-03-15T09:00:00.000000Z", "reason|null": "Holiday.",
  "state": "planned|active|over|revoked",
  "created_by": "0b9d5f0e-3c7a-4d52-8a4e-6f1d2c3b4a59", "created_at": "2026-02-28T09:00:00.000000Z",
  "revoked_by|null": "7f0c2f4e-6a53-4d0e-9c39-1f2b3c4d5e6f", "revoked_at|null": "2026-03-02T09:00:00.000000Z"}';
revoke all on function rowlock._delegation_record from public;
