-- rowlock._escalation_fold_on(after, through): add the events of a range to the tally.
-- Reads: rowlock.event, rowlock.escalation. Writes: rowlock.escalation_fold_count.
create or replace function rowlock._escalation_fold_on(
  after   bigint,
  through bigint
)
returns boolean
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  insert into rowlock.escalation_fold_count as c (role, type, open)
  select m.role, m.type, m.open
  from rowlock._escalation_moves(after => _escalation_fold_on.after, through => _escalation_fold_on.through) m
  on conflict on constraint escalation_fold_count_pkey do update set open = c.open + excluded.open;
  delete from rowlock.escalation_fold_count c where c.open = 0;
  return not exists (select from rowlock.escalation_fold_count c where c.open < 0);
end;
$$;

comment on function rowlock._escalation_fold_on is
  'Whether that can be: fewer than none of a kind is a tally that never was right. With the lock of escalation_fold.';
revoke all on function rowlock._escalation_fold_on from public;
