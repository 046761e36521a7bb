-- rowlock._run_lease_record(lease): the one public shape of a lease on a run's session.
create or replace function rowlock._run_lease_record(lease rowlock.run_lease)
returns jsonb
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  return jsonb_build_object(
    'run_id', lease.run_id,
    'holder', lease.holder,
    'attempt', lease.attempt,
    'acquired_at', rowlock._time_iso(lease.acquired_at),
    'expires_at', rowlock._time_iso(lease.expires_at)
  );
end;
$$;

comment on function rowlock._run_lease_record is
  'The lease as JSON, times in ISO 8601 UTC.
Record run_lease: {
  "run_id": "4b1f6c2e-93a7-4c58-8d0e-7a6b5c4d3e2f", "holder": "ada at laptop-3", "attempt": 1,
  "acquired_at": "2026-03-01T09:00:00.000000Z", "expires_at": "2026-03-01T09:05:00.000000Z"}';
revoke all on function rowlock._run_lease_record from public;
