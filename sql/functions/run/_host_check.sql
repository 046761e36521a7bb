-- rowlock._run_host_check(host, at): refuse a host that may not take runs.
create or replace function rowlock._run_host_check(
  host rowlock.host,
  at   timestamptz
)
returns void
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_reason constant text := case
    when rowlock._host_is_eligible(host.status, host.instance_suspect, host.last_seen_at, at) then null
    when host.status <> 'online' then host.status
    when host.instance_suspect then 'suspect'
    else 'gone'
  end;
begin
  if v_reason is not null then
    raise exception 'host may not take runs'
      using errcode = 'PT409', constraint = 'host_eligible',
            detail = jsonb_build_object(
              'reason', v_reason, 'id', host.id, 'name', host.name, 'status', host.status,
              'last_seen_at', rowlock._time_iso(host.last_seen_at))::text,
            hint = 'A host takes runs while it is online, was seen in the last 90 seconds, and is not suspect.';
  end if;
end;
$$;

comment on function rowlock._run_host_check is 'Raises PT409; the reason is the status that forbids it, suspect or gone.';
revoke all on function rowlock._run_host_check from public;
