-- rowlock.host_clear_suspect(host_id, instance_id, actor): an operator says which instance is the host's.
-- Writes: rowlock.host.
create or replace function rowlock.host_clear_suspect(
  host_id     uuid,
  instance_id uuid default null,
  actor       uuid default rowlock.actor_current()
)
returns rowlock.host_cleared
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now  constant timestamptz := clock_timestamp();
  v_host rowlock.host;
begin
  perform rowlock._actor_global(access => rowlock._actor_access(actor => actor));
  update rowlock.host h
  set
    instance_id = coalesce(host_clear_suspect.instance_id, h.presented_instance_id),
    instance_suspect = false,
    instance_flagged_at = null,
    presented_instance_id = null,
    last_seen_at = greatest(h.last_seen_at, v_now),
    version = h.version + 1,
    updated_at = v_now
  where h.id = host_clear_suspect.host_id and h.instance_suspect
  returning h.* into v_host;
  if found then
    return row(v_host, true)::rowlock.host_cleared;
  end if;
  -- Nobody suspects it, or it is none.
  return row(rowlock._host_locked(id => host_id), false)::rowlock.host_cleared;
end;
$$;

comment on function rowlock.host_clear_suspect is
  'Ends the suspicion and pins instance_id, or the latest other instance that spoke when it is left out: name it, for another may have spoken since you looked. The status stays; the next beat of that instance brings an offline host back. cleared = false: the host was not suspect. Needs global access. Raises PT400, PT401, PT403, PT404.
Example: {"instance_id": "1c8e7d6f-4b3a-4291-8076-5e4d3c2b1a00"}';
revoke all on function rowlock.host_clear_suspect from public;
select rowlock._function_grant('host_clear_suspect', 'service', 'user', 'proxy');
