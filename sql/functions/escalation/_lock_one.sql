-- rowlock._escalation_lock_one(role, types, max_rows, at): lock the best rows of one role in which no claim has lapsed, unless some need several people.
-- Reads: rowlock.escalation.
create or replace function rowlock._escalation_lock_one(
  role     text,
  types    text[],
  max_rows integer,
  at       timestamptz
)
returns uuid[]
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_ids     uuid[];
  v_several boolean;
begin
  -- A lapsed claim has to be ranked with the free rows: that is the other function's work.
  if exists (
    select from only rowlock.escalation e
    where e.role = _escalation_lock_one.role and e.status = 'pending' and e.assigned_until <= at)
  then
    return null;
  end if;
  -- One index in rank order: rows that others lock are stepped over one by one, so nothing is fetched twice.
  select array_agg(q.id), bool_or(q.approvals_required > 1) into v_ids, v_several
  from (
    select e.id, e.approvals_required
    from only rowlock.escalation e
    where e.role = _escalation_lock_one.role and e.status = 'pending' and e.assigned_until is null
      and (e.expires_at is null or e.expires_at > at)
      and (types is null or e.type = any (types))
    order by e.priority, e.created_at, e.id
    limit _escalation_lock_one.max_rows
    for no key update skip locked) q;
  -- Who has answered such a row is not given it again: who has, the other function asks. The locks do no harm to it.
  return case when v_several is not true then coalesce(v_ids, '{}') end;
end;
$$;

comment on function rowlock._escalation_lock_one is
  'Ids of up to max_rows free rows in rank order, locked; null when the role has lapsed claims, or one of the rows needs several people. The caller has checked the scope.';
revoke all on function rowlock._escalation_lock_one from public;
