-- rowlock._work_item_room(work_item, parent_id, before_id, actor): a place before a sibling, or after all of them; null: it stands there.
-- Reads: rowlock.work_item. Writes: rowlock.work_item, rowlock.event.
create or replace function rowlock._work_item_room(
  work_item rowlock.work_item,
  parent_id uuid,
  before_id uuid,
  actor     uuid
)
returns integer
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
set jit = off
as $$
declare
  v_now   constant timestamptz := clock_timestamp();
  v_step  constant bigint := 1024;
  v_low   rowlock.work_item;
  v_high  rowlock.work_item;
  v_place bigint;
  v_told  bigint;
  v_lower bigint;
  v_upper bigint;
  v_least bigint;
  v_most  bigint;
  v_shift bigint;
begin
  select w.* into v_high
  from rowlock._work_item_siblings(project_id => work_item.project_id, parent_id => _work_item_room.parent_id) w
  where w.id = before_id and w.id <> work_item.id;
  select w.* into v_low
  from rowlock._work_item_siblings(project_id => work_item.project_id, parent_id => _work_item_room.parent_id) w
  where w.id <> work_item.id and (v_high.id is null or (w.sort_order, w.id) < (v_high.sort_order, v_high.id))
  order by w.sort_order desc, w.id desc
  limit 1;
  if work_item.parent_id is not distinct from _work_item_room.parent_id
    and (v_low.id is null or (work_item.sort_order, work_item.id) > (v_low.sort_order, v_low.id))
    and (v_high.id is null or (work_item.sort_order, work_item.id) < (v_high.sort_order, v_high.id))
  then
    return null;
  end if;

  v_place := coalesce(
    v_low.sort_order + (v_high.sort_order::bigint - v_low.sort_order) / 2,
    v_low.sort_order + v_step, v_high.sort_order - v_step, work_item.sort_order);
  if v_place between -2147483648 and 2147483647
    and (v_low.id is null or v_place > v_low.sort_order) and (v_high.id is null or v_place < v_high.sort_order)
  then
    return v_place;
  end if;

  -- No number is left between the two: the fewer siblings on one side of it make way, by a step.
  select
    count(*) filter (where (w.sort_order, w.id) < (v_high.sort_order, v_high.id)),
    count(*) filter (where (w.sort_order, w.id) >= (v_high.sort_order, v_high.id)), min(w.sort_order), max(w.sort_order)
  into v_lower, v_upper, v_least, v_most
  from rowlock._work_item_siblings(project_id => work_item.project_id, parent_id => _work_item_room.parent_id) w
  where w.id <> work_item.id;
  v_shift := case
    when v_lower <= v_upper and v_least - v_step >= -2147483648 then -v_step
    when v_most + v_step <= 2147483647 then v_step
  end;

  with placed as (
    select
      w.id, w.sort_order as old, b.is_before,
      case
        when v_shift is not null then w.sort_order + case when (v_shift < 0) = b.is_before then v_shift else 0 end
        -- At the end of all numbers: all get new ones, a step apart, with one left free.
        else v_step * (row_number() over (order by w.sort_order, w.id) + case when b.is_before then 0 else 1 end)
      end as new
    from rowlock._work_item_siblings(project_id => work_item.project_id, parent_id => _work_item_room.parent_id) w
    cross join lateral (
      select v_high.id is null or (w.sort_order, w.id) < (v_high.sort_order, v_high.id) as is_before) b
    where w.id <> work_item.id
  ),

  changed as (
    update rowlock.work_item w set sort_order = p.new, version = w.version + 1, updated_at = v_now
    from placed p
    where w.id = p.id and p.new <> p.old
    returning w as item
  )

  select
    (select case
      when v_shift is null then coalesce(max(p.new) filter (where p.is_before), 0) + v_step
      else coalesce(max(p.new) filter (where p.is_before) + v_step / 2, min(p.new) - v_step / 2)
    end from placed p),
    (select count(rowlock._work_item_journal(
      work_item => c.item, verb => 'updated', actor => _work_item_room.actor, occurred_at => v_now,
      payload => '{"changed": ["sort_order"]}')) from changed c)
  into v_place, v_told;
  return v_place;
end;
$$;

comment on function rowlock._work_item_room is
  'Half way between the two that it is to stand between. Where these have no number between them, those on its shorter side get others, each with its event. The tree is locked, and the sibling is one.';
revoke all on function rowlock._work_item_room from public;
