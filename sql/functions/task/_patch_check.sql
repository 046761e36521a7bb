-- rowlock._task_patch_check(patch): refuse a patch that no task could take.
create or replace function rowlock._task_patch_check(patch jsonb)
returns void
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_status constant text := patch ->> 'status';
begin
  perform rowlock._argument_members(patch => patch, kinds => jsonb_build_object(
    'status', 'string', 'priority', 'integer', 'lt_type', 'string?', 'task_queue', 'string?', 'signal_id', 'string?',
    'trace_id', 'string?', 'span_id', 'string?', 'metadata', 'object?', 'error', 'object?', 'data', 'object?', 'envelope', 'any'));
  if v_status in ('completed', 'failed') then
    perform rowlock._argument_refuse(
      field => 'status', reason => 'own_verb', hint => 'task_complete and task_fail end a task.');
  end if;
  if v_status not in ('pending', 'in_progress', 'needs_intervention', 'cancelled') then
    perform rowlock._argument_refuse(
      field => 'status', reason => 'unknown', hint => 'pending, in_progress, needs_intervention or cancelled.');
  end if;
  if patch ? 'priority' then
    perform rowlock._argument_range(field => 'priority', value => (patch ->> 'priority')::bigint, low => 1, high => 4);
  end if;
  perform rowlock._argument_texts(given => patch - array['status', 'priority', 'metadata', 'error', 'envelope', 'data']);
  perform rowlock._argument_object(field => 'metadata', value => nullif(patch -> 'metadata', 'null'), max_bytes => 32768);
  perform rowlock._argument_size(field => 'error', value => patch -> 'error', max_bytes => 32768);
end;
$$;

comment on function rowlock._task_patch_check is 'Raises PT400 naming the member that is unknown, of another kind, or too large.';
revoke all on function rowlock._task_patch_check from public;
