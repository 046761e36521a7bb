-- rowlock._escalation_terminal(): a row that has ended gains milestones, nothing else.
create or replace function rowlock._escalation_terminal()
returns trigger
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_allowed rowlock.escalation := new;
begin
  v_allowed.milestones := old.milestones;
  v_allowed.updated_at := old.updated_at;
  if v_allowed is distinct from old
     or jsonb_path_query_array(new.milestones, '$[0 to $n]', jsonb_build_object('n', jsonb_array_length(old.milestones) - 1))
        is distinct from old.milestones and old.milestones <> '[]' then
    raise exception 'escalation has ended'
      using errcode = 'PT409', constraint = 'escalation_terminal',
            detail = jsonb_build_object('reason', 'terminal', 'id', old.id, 'status', old.status)::text,
            hint = 'Only milestones may be appended to a row that has ended.';
  end if;
  return new;
end;
$$;

comment on function rowlock._escalation_terminal is 'Raises PT409 when an ended row would change in more than appended milestones.';
revoke all on function rowlock._escalation_terminal from public;

select rowlock._trigger_put($t$
create or replace trigger escalation_10_terminal before update on rowlock.escalation
for each row when (old.status <> 'pending') execute function rowlock._escalation_terminal();
$t$);
