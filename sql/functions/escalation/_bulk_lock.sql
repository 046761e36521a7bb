-- rowlock._escalation_bulk_lock(ids, access): the pending rows of a list, locked; the gate of every verb on many rows.
-- Reads: rowlock.escalation.
create or replace function rowlock._escalation_bulk_lock(
  ids    uuid[],
  access rowlock.access
)
returns uuid[]
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_open   uuid[];
  v_denied boolean := not access.is_global and access.admin_of = '{}';
begin
  perform rowlock._argument_ids(field => 'ids', value => ids);

  if not v_denied then
    -- In the order of the ids, whatever the list's: two lists never wait for each other.
    v_open := array(
      select e.id
      from only rowlock.escalation e
      where e.id = any (_escalation_bulk_lock.ids) and e.status = 'pending'
      order by e.id
      for no key update);
    -- Judged under the locks: none of the rows changes its role any more.
    v_denied := not access.is_global and exists (
      select from rowlock.escalation e
      where e.id = any (_escalation_bulk_lock.ids) and e.role <> all (access.admin_of));
  end if;
  if v_denied then
    raise exception 'escalations may not be changed in bulk'
      using errcode = 'PT403', constraint = 'escalation_bulk',
            detail = jsonb_build_object('reason', 'not_admin', 'admin_of', access.admin_of)::text,
            hint = 'It needs admin type on the role of every row, or global access.';
  end if;
  return v_open;
end;
$$;

comment on function rowlock._escalation_bulk_lock is
  'Ids of the pending rows, ascending, each once; 1,000 at most. Raises PT400, and PT403 unless global or admin type on the role of every row that exists.';
revoke all on function rowlock._escalation_bulk_lock from public;
