-- rowlock._run_instance_check(host, instance_id): refuse an instance that is not the pinned one.
create or replace function rowlock._run_instance_check(
  host        rowlock.host,
  instance_id uuid
)
returns void
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  if host.instance_id is distinct from instance_id then
    raise exception 'instance is not the pinned one'
      using errcode = 'PT409', constraint = 'host_instance',
            detail = jsonb_build_object('reason', 'other_instance', 'id', host.id, 'name', host.name)::text,
            hint = 'Register first; while the pinned instance lives, another one takes nothing.';
  end if;
end;
$$;

comment on function rowlock._run_instance_check is 'Raises PT409.';
revoke all on function rowlock._run_instance_check from public;
