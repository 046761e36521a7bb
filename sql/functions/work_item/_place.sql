-- rowlock._work_item_place(work_item, sort_order, actor): give an item, whose tree is locked, another place among its siblings.
-- Writes: rowlock.work_item, rowlock.event.
create or replace function rowlock._work_item_place(
  work_item  rowlock.work_item,
  sort_order integer,
  actor      uuid
)
returns rowlock.work_item
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now  constant timestamptz := clock_timestamp();
  v_item rowlock.work_item;
begin
  update rowlock.work_item w
  set sort_order = _work_item_place.sort_order, version = w.version + 1, updated_at = v_now
  where w.id = _work_item_place.work_item.id and w.sort_order <> _work_item_place.sort_order
  returning w.* into v_item;
  if not found then
    return work_item;
  end if;
  perform rowlock._work_item_journal(
    work_item => v_item, verb => 'updated', actor => _work_item_place.actor, occurred_at => v_now,
    payload => '{"changed": ["sort_order"]}');
  return v_item;
end;
$$;

comment on function rowlock._work_item_place is 'The same place, or none: nothing, and no event.';
revoke all on function rowlock._work_item_place from public;
