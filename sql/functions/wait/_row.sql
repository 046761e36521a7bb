-- rowlock._wait_row(signal_key, namespace, app_id, access): the row of a wait, if the actor can see it.
-- Reads: rowlock.escalation.
create or replace function rowlock._wait_row(
  signal_key text,
  namespace  text,
  app_id     text,
  access     rowlock.access
)
returns rowlock.escalation
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_row rowlock.escalation;
begin
  perform rowlock._argument_text(field => 'signal_key', value => signal_key, required => true);
  perform rowlock._argument_text(field => 'namespace', value => namespace, required => true);
  perform rowlock._argument_text(field => 'app_id', value => app_id, required => true);
  select e.* into v_row
  from rowlock.escalation e
  where e.namespace = _wait_row.namespace
    and e.app_id = _wait_row.app_id
    and e.signal_key = _wait_row.signal_key
    and rowlock._can_read(access, e.role, e.assigned_to);
  if not found then
    perform rowlock._wait_missing(signal_key => signal_key);
  end if;
  return v_row;
end;
$$;

comment on function rowlock._wait_row is
  'The waiter row of a key. Raises PT400, PT404 when there is none or it is hidden.';
revoke all on function rowlock._wait_row from public;
