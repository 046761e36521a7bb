-- rowlock._work_item_check(work_item): refuse values that no work item may have.
create or replace function rowlock._work_item_check(work_item rowlock.work_item)
returns void
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  perform rowlock._argument_text(field => 'kind', value => work_item.kind, required => true);
  if work_item.kind not in ('milestone', 'epic', 'task', 'subtask') then
    perform rowlock._argument_refuse(
      field => 'kind', reason => 'unknown', hint => 'milestone, epic, task or subtask.');
  end if;
  perform rowlock._argument_text(field => 'title', value => work_item.title, required => true);
  if work_item.description is null then
    perform rowlock._argument_text(field => 'description', value => null, required => true);
  end if;
  perform rowlock._argument_text(field => 'description', value => work_item.description, max_length => 10000);
  perform rowlock._argument_text(field => 'assignee', value => work_item.assignee);
  perform rowlock._argument_range(
    field => 'sort_order', value => work_item.sort_order, low => -2147483648, high => 2147483647);
end;
$$;

comment on function rowlock._work_item_check is 'Raises PT400 naming the field.';
revoke all on function rowlock._work_item_check from public;
