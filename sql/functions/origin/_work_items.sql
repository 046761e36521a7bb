-- rowlock._origin_work_items(origin_id, access): the items of the plan that an origin is about.
-- Reads: rowlock.work_item, rowlock.run, rowlock.escalation.
create or replace function rowlock._origin_work_items(
  origin_id text,
  access    rowlock.access
)
returns uuid[]
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_root constant uuid := case
    when origin_id ~ '^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$' then origin_id::uuid end;
begin
  return array(
    select t.id from rowlock._work_item_tree(id => v_root) t
    union
    select r.work_item_id from rowlock.run r where r.origin_id = _origin_work_items.origin_id
    union
    select e.work_item_id
    from rowlock.escalation e
    where e.origin_id = _origin_work_items.origin_id and e.work_item_id is not null
      and rowlock._can_read(access, e.role, e.assigned_to));
end;
$$;

comment on function rowlock._origin_work_items is
  'Where the origin is the id of an item, that and all below it; and the items of its runs, and of its rows that the actor can see.';
revoke all on function rowlock._origin_work_items from public;
