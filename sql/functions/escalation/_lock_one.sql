-- rowlock._escalation_lock_one(role, types, max_rows, at): lock the best rows of one role in which no claim has lapsed.
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
begin
  -- A lapsed claim has to be ranked with the free rows: that is the other function's work.
  if exists (
    select from only rowlock.escalation e
    where e.role = _escalation_lock_one.role and e.status = 'pending' and e.assigned_until <= at)
  then
    return null;
  end if;
  -- One index in rank order: rows that others lock are stepped over one by one, so nothing is fetched twice.
  return array(
    select e.id
    from only rowlock.escalation e
    where e.role = _escalation_lock_one.role and e.status = 'pending' and e.assigned_until is null
      and (e.expires_at is null or e.expires_at > at)
      and (types is null or e.type = any (types))
    order by e.priority, e.created_at, e.id
    limit _escalation_lock_one.max_rows
    for no key update skip locked);
end;
$$;

comment on function rowlock._escalation_lock_one is
  'Ids of up to max_rows free rows in rank order, locked; null when the role has lapsed claims. The caller has checked the scope.';
revoke all on function rowlock._escalation_lock_one from public;
