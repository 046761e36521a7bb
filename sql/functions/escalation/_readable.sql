-- rowlock._escalation_readable(id, access): the row, if the actor can see it.
-- Reads: rowlock.escalation.
create or replace function rowlock._escalation_readable(
  id     uuid,
  access rowlock.access
)
returns rowlock.escalation
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_row rowlock.escalation;
begin
  perform rowlock._argument_text(field => 'id', value => id::text, required => true);
  -- Volatile, because the reader of a lost race must see what the winner committed.
  select e.* into v_row from rowlock.escalation e
  where e.id = _escalation_readable.id
    and rowlock._can_read(_escalation_readable.access, e.role, e.assigned_to);
  if not found then
    raise exception 'escalation does not exist'
      using errcode = 'PT404', constraint = 'escalation_exists',
            detail = jsonb_build_object('reason', 'not_found', 'id', id)::text,
            hint = 'It may be in a role that you cannot read.';
  end if;
  return v_row;
end;
$$;

comment on function rowlock._escalation_readable is 'The row. Raises PT400 without an id, PT404 when it is not there or hidden.';
revoke all on function rowlock._escalation_readable from public;
