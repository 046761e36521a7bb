-- rowlock._ask_expire(ids, at): stamp those of some questions whose deadline has passed, as the sweep will.
-- Reads: rowlock.escalation. Writes: rowlock.escalation, rowlock.event.
create or replace function rowlock._ask_expire(
  ids uuid[],
  at  timestamptz
)
returns integer
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_ids uuid[];
begin
  -- One by one by their ids, however many others are due.
  v_ids := array(
    select o.id
    from (select e.id, e.expires_at from only rowlock.escalation e where e.id = any (_ask_expire.ids) offset 0) o
    where o.expires_at <= _ask_expire.at);
  if v_ids = '{}' then
    return 0;
  end if;
  -- An answer that came in time and is not committed yet still counts: its row is locked, and passed over.
  v_ids := array(
    select e.id
    from only rowlock.escalation e
    where e.id = any (v_ids) and e.status = 'pending'
    order by e.id
    for no key update skip locked);
  return rowlock._escalation_expire_set(ids => v_ids, at => at);
end;
$$;

comment on function rowlock._ask_expire is
  'How many; so that who reads the outcome of a question that is due reads one that stays.';
revoke all on function rowlock._ask_expire from public;
