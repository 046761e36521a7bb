-- rowlock._run_asks_lock(ids): lock what runs ask and nobody has settled.
-- Reads: rowlock.escalation.
create or replace function rowlock._run_asks_lock(ids uuid[])
returns uuid[]
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
set jit = off
as $$
begin
  return array(
    select e.id
    from only rowlock.escalation e
    where e.run_id = any (_run_asks_lock.ids) and e.status = 'pending'
    order by e.id
    for no key update);
end;
$$;

comment on function rowlock._run_asks_lock is
  'Their ids. The caller has locked the runs, so they ask nothing more. All of many runs at once: in the order of the ids, as whoever settles many.';
revoke all on function rowlock._run_asks_lock from public;
