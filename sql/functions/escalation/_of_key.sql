-- rowlock._escalation_of_key(namespace, app_id, signal_key, access): the row of a wait, or none; never one that is hidden.
-- Reads: rowlock.escalation.
create or replace function rowlock._escalation_of_key(
  namespace  text,
  app_id     text,
  signal_key text,
  access     rowlock.access
)
returns rowlock.escalation
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_row rowlock.escalation;
begin
  select e.* into v_row
  from rowlock.escalation e
  where e.namespace = _escalation_of_key.namespace
    and e.app_id = _escalation_of_key.app_id
    and e.signal_key = _escalation_of_key.signal_key;
  if found and not rowlock._can_read(access, v_row.role, v_row.assigned_to) then
    raise exception 'signal key is taken'
      using errcode = 'PT409', constraint = 'escalation_signal_key_taken',
            detail = jsonb_build_object('reason', 'signal_key_taken', 'signal_key', signal_key)::text,
            hint = 'Use a key of your own, or another namespace.';
  end if;
  return v_row;
end;
$$;

comment on function rowlock._escalation_of_key is
  'The waiter row of a key, all null when there is none. Raises PT409, telling nothing, when the actor cannot read it.';
revoke all on function rowlock._escalation_of_key from public;
