-- rowlock._host_record(host): a host as every surface shows it.
create or replace function rowlock._host_record(host rowlock.host)
returns jsonb
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  return jsonb_build_object(
    'id', host.id,
    'name', host.name,
    'platform', host.platform,
    'token_fingerprint', host.token_fingerprint,
    'bot_id', host.bot_id,
    'status', host.status,
    'is_eligible', rowlock._host_is_eligible(host.status, host.instance_suspect, host.last_seen_at, clock_timestamp()),
    'instance_id', host.instance_id,
    'instance_suspect', host.instance_suspect,
    'instance_flagged_at', rowlock._time_iso(host.instance_flagged_at),
    'presented_instance_id', host.presented_instance_id,
    'last_seen_at', rowlock._time_iso(host.last_seen_at),
    'version', host.version,
    'created_at', rowlock._time_iso(host.created_at),
    'updated_at', rowlock._time_iso(host.updated_at)
  );
end;
$$;

comment on function rowlock._host_record is
  'The host as JSON; is_eligible: a run may be claimed for it now.
Record host: {
  "id": "3d6c5b4a-9f8e-4d7c-8b6a-5f4e3d2c1b0a", "name": "mac-mini-7", "platform": "macos|linux",
  "token_fingerprint|null": "sha256:9f86d081", "bot_id|null": "7f0c2f4e-6a53-4d0e-9c39-1f2b3c4d5e6f",
  "status": "registered|online|offline|disabled", "is_eligible": true,
  "instance_id|null": "0b9f6f0e-5f0c-4a7e-9d0a-6f1f3f6c2a11", "instance_suspect": false,
  "instance_flagged_at|null!": "2026-03-01T09:00:00.000000Z",
  "presented_instance_id|null!": "1c8e7d6f-4b3a-4291-8076-5e4d3c2b1a00", "last_seen_at|null": "2026-03-01T09:00:00.000000Z",
  "version": 3, "created_at": "2026-03-01T08:55:00.000000Z", "updated_at": "2026-03-01T09:00:00.000000Z", "open_runs?": 2}';
revoke all on function rowlock._host_record from public;
