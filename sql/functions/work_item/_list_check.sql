-- rowlock._work_item_list_check(status, kind, parent_id, roots): refuse a list that nothing can be in.
create or replace function rowlock._work_item_list_check(
  status    text[],
  kind      text[],
  parent_id uuid,
  roots     boolean
)
returns void
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  if cardinality(status) > 1000 or not status <@ array['todo', 'doing', 'done', 'cancelled'] then
    perform rowlock._argument_refuse(
      field => 'status', reason => 'unknown', hint => 'todo, doing, done, cancelled, or an array of these.');
  end if;
  if cardinality(kind) > 1000 or not kind <@ array['milestone', 'epic', 'task', 'subtask'] then
    perform rowlock._argument_refuse(
      field => 'kind', reason => 'unknown', hint => 'milestone, epic, task, subtask, or an array of these.');
  end if;
  if roots and parent_id is not null then
    perform rowlock._argument_refuse(
      field => 'roots', reason => 'parent', hint => 'A root has no parent: leave one of the two out.');
  end if;
end;
$$;

comment on function rowlock._work_item_list_check is 'Raises PT400 naming the field.';
revoke all on function rowlock._work_item_list_check from public;
