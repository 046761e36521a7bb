-- rowlock.escalation_history(id, after, max_rows, actor): what the journal says of one row, oldest first.
-- Reads: rowlock.escalation, rowlock.event.
create or replace function rowlock.escalation_history(
  id       uuid,
  after    bigint default 0,
  max_rows integer default 100,
  actor    uuid default rowlock.actor_current()
)
returns setof rowlock.event
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_row    rowlock.escalation;
begin
  perform rowlock._argument_range(field => 'after', value => after, low => 0, high => 9223372036854775807);
  perform rowlock._argument_range(field => 'max_rows', value => max_rows, low => 1, high => 1000);
  v_row := rowlock._escalation_readable(id => id, access => v_access);
  -- Writers of one row take turns, so what is here has no gap that a late commit could fill.
  return query
  select v.*
  from rowlock.event v
  where v.subject_id = v_row.id::text and v.subject_type = 'escalation' and v.seq > escalation_history.after
    and rowlock._can_read(v_access, v.role, v.assigned_to)
  order by v.seq
  limit escalation_history.max_rows;
end;
$$;

comment on function rowlock.escalation_history is
  'The events of a row that retention has kept, each in the scope of the role that the row was in; the seq of the last is the cursor of the next page. Up to max_rows (1 to 1000). Raises PT400, PT401, PT403, PT404.
Example: {"after": 0, "max_rows": 100}';
revoke all on function rowlock.escalation_history from public;
select rowlock._function_grant('escalation_history', 'service', 'user', 'proxy');
