-- rowlock.work_item_completion(id, actor): how much of what is below an item is done.
-- Reads: rowlock.work_item.
create or replace function rowlock.work_item_completion(
  id    uuid,
  actor uuid default rowlock.actor_current()
)
returns rowlock.work_item_progress
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
set jit = off
as $$
declare
  v_item     constant rowlock.work_item := rowlock.work_item_get(id => id, actor => actor);
  v_progress rowlock.work_item_progress;
begin
  select count(*) filter (where w.status = 'done'), count(*)
  into v_progress.done, v_progress.total
  from rowlock._work_item_tree(id => v_item.id) t
  join rowlock.work_item w on w.id = t.id
  where t.id <> v_item.id and w.status <> 'cancelled';
  v_progress.ratio := v_progress.done::numeric / nullif(v_progress.total, 0);
  return v_progress;
end;
$$;

comment on function rowlock.work_item_completion is
  'To show, and stored nowhere: of all below the item, itself left out, how many are done, how many are not cancelled, and the one by the other; null when there are none. Any signed-in account may see it. Raises PT401, PT403, PT404.
Answers: {"done": 3, "total": 4, "ratio|null": 0.75}';
revoke all on function rowlock.work_item_completion from public;
select rowlock._function_grant('work_item_completion', 'service', 'user', 'proxy');
