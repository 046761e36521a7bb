-- rowlock._escalation_open(id, access, gate, at): the row that a verb missed, or the reason that every verb shares.
-- Reads: rowlock.escalation.
create or replace function rowlock._escalation_open(
  id     uuid,
  access rowlock.access,
  gate   text,
  at     timestamptz
)
returns rowlock.escalation
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_row rowlock.escalation;
begin
  -- Visibility comes first, so that nothing is told of a row that cannot be read.
  v_row := rowlock._escalation_readable(id => id, access => access);
  if gate = 'write' and (
    not rowlock._can_write(access, v_row.role, v_row.assigned_to)
    or rowlock._delegation_over(access => access, escalation => v_row))
  then
    raise exception 'escalation may not be acted on'
      using errcode = 'PT403', constraint = 'escalation_write',
            detail = jsonb_build_object('reason', 'write_scope', 'id', id, 'role', v_row.role)::text,
            hint = 'Acting on it needs write scope on its role.';
  end if;
  if gate = 'manage' and not rowlock._can_manage(access, v_row.role) then
    raise exception 'escalation may not be managed'
      using errcode = 'PT403', constraint = 'escalation_manage',
            detail = jsonb_build_object('reason', 'manage_scope', 'id', id, 'role', v_row.role)::text,
            hint = 'Releasing and escalating need write scope on the whole role.';
  end if;
  if v_row.status <> 'pending' then
    perform rowlock._escalation_refuse(escalation => v_row, reason => v_row.status);
  end if;
  -- A due row is closed even before the sweep stamps it.
  if v_row.expires_at <= at then
    perform rowlock._escalation_refuse(escalation => v_row, reason => 'expired');
  end if;
  return v_row;
end;
$$;

comment on function rowlock._escalation_open is
  'The pending row, readable and past the gate (write, manage). Raises PT404, PT403, PT409 in this order.';
revoke all on function rowlock._escalation_open from public;
