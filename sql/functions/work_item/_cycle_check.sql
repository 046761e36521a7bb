-- rowlock._work_item_cycle_check(id, parent_id): refuse to hang an item below itself.
-- Reads: rowlock.work_item.
create or replace function rowlock._work_item_cycle_check(
  id        uuid,
  parent_id uuid
)
returns void
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  -- Up from the parent, by links: a hundred at most.
  if exists (
    with recursive up as (
      select w.id, w.parent_id from rowlock.work_item w where w.id = _work_item_cycle_check.parent_id
      union
      select w.id, w.parent_id from up u join rowlock.work_item w on w.id = u.parent_id
    )
    select from up u where u.id = _work_item_cycle_check.id)
  then
    raise exception 'item would be below itself'
      using errcode = 'PT422', constraint = 'work_item_cycle',
            detail = jsonb_build_object('reason', 'cycle', 'id', id, 'parent_id', parent_id)::text,
            hint = 'Choose a parent that is neither the item itself nor anything below it.';
  end if;
end;
$$;

comment on function rowlock._work_item_cycle_check is 'Raises PT422 when the parent is the item, or below it.';
revoke all on function rowlock._work_item_cycle_check from public;
