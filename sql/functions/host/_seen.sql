-- rowlock._host_seen(host, instance_id, registers, actor, at): an instance spoke for a host whose row is locked.
-- Writes: rowlock.host, rowlock.event.
create or replace function rowlock._host_seen(
  host        rowlock.host,
  instance_id uuid,
  registers   boolean,
  actor       uuid,
  at          timestamptz
)
returns rowlock.host_beat
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_outcome constant text := rowlock._host_outcome(
    pinned => host.instance_id, presented => instance_id, is_suspect => host.instance_suspect,
    last_seen_at => host.last_seen_at, at => at);
  v_foreign constant boolean := v_outcome in ('flagged', 'suspect');
  -- Beats that name no instance keep a host alive; they bring none online.
  v_online  constant boolean := host.status in ('registered', 'offline') and not v_foreign
    and (registers or v_outcome <> 'alive');
  v_told    constant text := case
    when v_outcome = 'flagged' then 'instance_suspect'
    when v_outcome = 'reinstalled' then 'instance_reinstalled'
    when v_outcome <> 'suspect' and (registers or v_online) then 'registered'
  end;
  v_changed constant boolean := v_told is not null or v_outcome = 'pinned';
  v_host    rowlock.host := host;
begin
  if v_outcome = 'suspect' and host.presented_instance_id = instance_id then
    select h.* into v_host from rowlock.host h where h.id = host.id;
    return row(v_host, v_outcome, false)::rowlock.host_beat;
  end if;
  update rowlock.host h
  set
    platform = case when v_foreign then h.platform else host.platform end,
    token_fingerprint = case when v_foreign then h.token_fingerprint else host.token_fingerprint end,
    bot_id = case when v_foreign then h.bot_id else host.bot_id end,
    status = case when v_online then 'online' else h.status end,
    instance_id = case when v_outcome in ('pinned', 'reinstalled') then _host_seen.instance_id else h.instance_id end,
    instance_suspect = h.instance_suspect or v_outcome = 'flagged',
    instance_flagged_at = case when v_outcome = 'flagged' then _host_seen.at else h.instance_flagged_at end,
    presented_instance_id = case when v_foreign then _host_seen.instance_id else h.presented_instance_id end,
    -- It says when the pinned instance was heard of last: no other one moves it.
    last_seen_at = case when v_foreign then h.last_seen_at else greatest(h.last_seen_at, _host_seen.at) end,
    version = h.version + v_changed::integer,
    updated_at = case when v_changed then _host_seen.at else h.updated_at end
  where h.id = host.id
  returning h.* into v_host;

  if v_told is not null then
    perform rowlock._host_journal(
      host => v_host, verb => v_told, actor => actor, occurred_at => at,
      payload => jsonb_build_object(
        'presented_instance_id', case when v_foreign then instance_id end,
        'from_instance_id', case when v_outcome = 'reinstalled' then host.instance_id end));
  end if;
  return row(v_host, v_outcome, false)::rowlock.host_beat;
end;
$$;

comment on function rowlock._host_seen is
  'Decides by _host_outcome and writes what follows; host may differ from its row in what a registration states (platform, fingerprint, bot). At most one event, and none for a mere beat.';
revoke all on function rowlock._host_seen from public;
