-- rowlock.work_item_history(id, after, max_rows, actor): what the journal says of one item, oldest first.
-- Reads: rowlock.work_item, rowlock.event.
create or replace function rowlock.work_item_history(
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
  v_item   rowlock.work_item;
begin
  perform rowlock._argument_range(field => 'after', value => after, low => 0, high => 9223372036854775807);
  perform rowlock._argument_range(field => 'max_rows', value => max_rows, low => 1, high => 1000);
  v_item := rowlock.work_item_get(id => id, actor => v_access.actor);
  -- Writers of one item take turns, so what is here has no gap that a late commit could fill.
  return query
  select v.*
  from rowlock.event v
  where v.subject_id = v_item.id::text and v.subject_type = 'work_item' and v.seq > work_item_history.after
  order by v.seq
  limit work_item_history.max_rows;
end;
$$;

comment on function rowlock.work_item_history is
  'The events of an item that retention has kept; the seq of the last is the cursor of the next page. Up to max_rows (1 to 1000). Any signed-in account may see them. Raises PT400, PT401, PT403, PT404.
Example: {"after": 0, "max_rows": 100}';
revoke all on function rowlock.work_item_history from public;
select rowlock._function_grant('work_item_history', 'service', 'user', 'proxy');
