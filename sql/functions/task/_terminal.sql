-- rowlock._task_terminal(): a task that has ended gains milestones, nothing else.
create or replace function rowlock._task_terminal()
returns trigger
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_allowed rowlock.task := new;
  v_kept    constant integer := jsonb_array_length(old.milestones);
begin
  v_allowed.milestones := old.milestones;
  v_allowed.version := old.version;
  v_allowed.updated_at := old.updated_at;
  if v_allowed is distinct from old
     or (v_kept > 0 and jsonb_path_query_array(new.milestones, '$[0 to $n]', jsonb_build_object('n', v_kept - 1))
         is distinct from old.milestones) then
    raise exception 'task has ended'
      using errcode = 'PT409', constraint = 'task_terminal',
            detail = jsonb_build_object('reason', 'terminal', 'id', old.id, 'status', old.status)::text,
            hint = 'Only milestones may be appended to a task that has ended.';
  end if;
  return new;
end;
$$;

comment on function rowlock._task_terminal is 'Raises PT409 when an ended task would change in more than appended milestones.';
revoke all on function rowlock._task_terminal from public;

select rowlock._trigger_put($t$
create or replace trigger task_10_terminal before update on rowlock.task
for each row when (old.completed_at is not null) execute function rowlock._task_terminal();
$t$);
