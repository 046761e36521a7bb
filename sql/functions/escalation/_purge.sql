-- rowlock._escalation_purge(older_than, max_rows): delete rows that ended long ago, archived ones too.
-- Reads: rowlock.ask, rowlock.run. Writes: rowlock.escalation, rowlock.approval.
create or replace function rowlock._escalation_purge(
  older_than interval,
  max_rows   integer
)
returns bigint
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set jit = off
as $$
declare
  v_cutoff constant timestamptz := clock_timestamp() - greatest(older_than, '1 day');
  v_ids    uuid[];
  v_count  bigint;
begin
  v_ids := array(
    select e.id
    from rowlock.escalation e
    where e.ended_at < v_cutoff and rowlock._escalation_is_spent(e.id)
    order by e.ended_at
    limit _escalation_purge.max_rows
    for update of e skip locked);
  delete from rowlock.approval a where a.escalation_id = any (v_ids);
  delete from rowlock.escalation e where e.id = any (v_ids);
  get diagnostics v_count = row_count;
  return v_count;
end;
$$;

comment on function rowlock._escalation_purge is
  'One batch of those that ended more than older_than ago, with what people answered to them; how many.';
revoke all on function rowlock._escalation_purge from public;
