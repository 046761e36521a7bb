-- rowlock._escalation_open_counts(roles): how many rows of each role and type are pending, the due ones too.
-- Reads: rowlock.escalation, rowlock.escalation_fold, rowlock.escalation_fold_count, rowlock.escalation_fold_doubt, rowlock.event_seq, rowlock.event_watermark.
create or replace function rowlock._escalation_open_counts(roles text[])
returns setof rowlock.escalation_fold_count
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
set jit = off
set plan_cache_mode = force_custom_plan
as $$
declare
  v_through bigint;
begin
  -- Stable, so that all of it is one snapshot, which is what makes it exact: each row's change is in it with its event.
  select f.through into v_through
  from rowlock.escalation_fold f
  join rowlock.event_watermark w on w.purged_through <= f.through
  where not exists (select from rowlock.escalation_fold_doubt);

  -- A long tail costs more than the rows.
  if pg_sequence_last_value('rowlock.event_seq') - v_through <= 10000 then
    return query
    select s.role, s.type, sum(s.open)::bigint
    from (
      select c.role, c.type, c.open from rowlock.escalation_fold_count c
      union all
      select m.role, m.type, m.open from rowlock._escalation_moves(after => v_through) m
    ) s
    where _escalation_open_counts.roles is null or s.role = any (_escalation_open_counts.roles)
    group by s.role, s.type
    having sum(s.open) <> 0;
  else
    return query
    -- Free and leased rows are in two indexes: both, and then the table once.
    select e.role, e.type, count(*)
    from only rowlock.escalation e
    where e.status = 'pending' and (e.assigned_until is null or e.assigned_until is not null)
      and (_escalation_open_counts.roles is null or e.role = any (_escalation_open_counts.roles))
    group by e.role, e.type;
  end if;
end;
$$;

comment on function rowlock._escalation_open_counts is
  'One row for each role and type that has pending rows; null: of all roles. The tally and what the journal has since, or where that is no help the rows; always what counting the rows gives.';
revoke all on function rowlock._escalation_open_counts from public;
