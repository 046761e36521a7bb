-- rowlock._transition_gate(): a status changes along an edge of rowlock.transition, whoever changes it.
-- Reads: rowlock.transition.
create or replace function rowlock._transition_gate()
returns trigger
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if exists (
    select from rowlock.transition t
    where t.machine = tg_table_name and t.from_status = old.status and t.to_status = new.status)
  then
    return new;
  end if;
  perform rowlock._transition_refuse(machine => tg_table_name, id => old.id, from_status => old.status, to_status => new.status);
end;
$$;

comment on function rowlock._transition_gate is
  'Of machines that are kept as data. A verb asks nothing itself: it writes the new status, and this refuses. Raises PT409.';
revoke all on function rowlock._transition_gate from public;

select rowlock._trigger_put($t$
create or replace trigger project_10_transition before update of status on rowlock.project
for each row when (old.status <> new.status) execute function rowlock._transition_gate();
$t$);
select rowlock._trigger_put($t$
create or replace trigger work_item_10_transition before update of status on rowlock.work_item
for each row when (old.status <> new.status) execute function rowlock._transition_gate();
$t$);
select rowlock._trigger_put($t$
create or replace trigger run_10_transition before update of status on rowlock.run
for each row when (old.status <> new.status) execute function rowlock._transition_gate();
$t$);
