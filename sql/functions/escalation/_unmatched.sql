-- rowlock._escalation_unmatched(id, facet, metadata, access, at): say why nothing with a facet was claimed.
-- Reads: rowlock.escalation.
create or replace function rowlock._escalation_unmatched(
  id       uuid,
  facet    jsonb,
  metadata jsonb,
  access   rowlock.access,
  at       timestamptz
)
returns void
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_row rowlock.escalation;
begin
  -- The row that was locked, else the one that comes nearest to what was asked for.
  select e.* into v_row from rowlock.escalation e
  where e.metadata @> _escalation_unmatched.facet
    and e.status = 'pending' and (e.expires_at is null or e.expires_at > at)
    and rowlock._can_read(_escalation_unmatched.access, e.role, e.assigned_to)
    and (_escalation_unmatched.id is null or e.id = _escalation_unmatched.id)
  order by rowlock._can_write(_escalation_unmatched.access, e.role, e.assigned_to) desc, e.priority, e.created_at, e.id
  limit 1;
  if not found then
    raise exception 'escalation does not exist'
      using errcode = 'PT404', constraint = 'escalation_exists',
            detail = jsonb_build_object('reason', 'not_found', 'facet', facet)::text,
            hint = 'Nothing that you can read is pending under this value.';
  end if;
  v_row := rowlock._escalation_open(id => v_row.id, access => access, gate => 'write', at => at);
  if id is not null then
    perform rowlock._argument_size(
      field => 'metadata', value => v_row.metadata || coalesce(metadata, '{}'), max_bytes => 32768);
  end if;
  perform rowlock._escalation_refuse(
    escalation => v_row, reason => case when v_row.assigned_until > at then 'held' else 'contended' end);
end;
$$;

comment on function rowlock._escalation_unmatched is
  'Raises PT404 when nothing readable matches, PT403 when nothing writable does, PT400 when the merged metadata is too large, else PT409.';
revoke all on function rowlock._escalation_unmatched from public;
