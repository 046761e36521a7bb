-- rowlock._work_item_transition_check(to_status, with_runs): refuse a status that no item can have, and runs where nothing is cancelled.
create or replace function rowlock._work_item_transition_check(
  to_status text,
  with_runs boolean
)
returns void
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  perform rowlock._argument_text(field => 'to_status', value => to_status, required => true);
  if to_status not in ('todo', 'doing', 'done', 'cancelled') then
    perform rowlock._argument_refuse(
      field => 'to_status', reason => 'unknown', hint => 'todo, doing, done or cancelled.');
  end if;
  if with_runs and to_status <> 'cancelled' then
    perform rowlock._argument_refuse(
      field => 'with_runs', reason => 'not_cancelled', hint => 'Only cancelling can stop runs: leave with_runs out.');
  end if;
end;
$$;

comment on function rowlock._work_item_transition_check is 'Raises PT400 naming the field.';
revoke all on function rowlock._work_item_transition_check from public;
