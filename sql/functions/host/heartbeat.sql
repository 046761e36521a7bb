-- rowlock.host_heartbeat(host_id, instance_id, actor): the worker of a host is there.
-- Reads: rowlock.host. Writes: rowlock.host, rowlock.event.
create or replace function rowlock.host_heartbeat(
  host_id     uuid,
  instance_id uuid default null,
  actor       uuid default rowlock.actor_current()
)
returns rowlock.host_beat
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now    timestamptz := clock_timestamp();
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_host   rowlock.host;
begin
  -- The usual beat: nothing changes but the time, in no index.
  update rowlock.host h
  set last_seen_at = greatest(h.last_seen_at, v_now)
  where h.id = host_heartbeat.host_id and h.instance_id = host_heartbeat.instance_id
    and h.status in ('online', 'disabled')
    and (v_access.is_global or h.bot_id = v_access.actor)
  returning h.* into v_host;
  if found then
    return row(v_host, 'recognized', false)::rowlock.host_beat;
  end if;

  v_host := rowlock._host_locked(id => host_id);
  perform rowlock._host_speaks(host => v_host, access => v_access);
  -- The wait for the lock is no silence of the pinned instance.
  v_now := clock_timestamp();
  return rowlock._host_seen(
    host => v_host, instance_id => instance_id, registers => false, actor => v_access.actor, at => v_now);
end;
$$;

comment on function rowlock.host_heartbeat is
  'A sign of life of the worker of a host, every 30 s; instance_id: which installation speaks. outcome tells what was made of it: flagged and suspect, another one is pinned, so stop claiming. A disabled host stays disabled. Only the host''s own bot, or a global actor. Raises PT400, PT401, PT403, PT404.
Example: {"instance_id": "0b9f6f0e-5f0c-4a7e-9d0a-6f1f3f6c2a11"}';
revoke all on function rowlock.host_heartbeat from public;
select rowlock._function_grant('host_heartbeat', 'service', 'user', 'proxy');
