-- rowlock._escalation_archive(older_than, max_rows): move rows that ended long ago to the table of their month.
-- Reads: rowlock.timer, rowlock.escalation. Writes: rowlock.escalation.
create or replace function rowlock._escalation_archive(
  older_than interval,
  max_rows   integer
)
returns bigint
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
set timezone = 'UTC'
set jit = off
as $$
declare
  v_cutoff constant timestamptz := clock_timestamp() - older_than;
  v_oldest timestamptz;
  v_month  timestamptz;
  v_most   integer := max_rows;
  v_count  bigint;
begin
  -- One archive at a time, and before it has any lock of the table that another one would wait for.
  -- A row's lock and not an advisory one: that, any login of the server could hold.
  perform from rowlock.timer t where t.name = 'retention' for no key update;

  select e.ended_at into v_oldest
  from only rowlock.escalation e
  where e.ended_at < v_cutoff
  order by e.ended_at
  limit 1;
  if not found then
    return 0;
  end if;
  v_month := date_trunc('month', v_oldest);
  -- A table that is new keeps everybody waiting until the commit: the batch that makes it is a small one.
  if rowlock._escalation_history_month(month => v_month) then
    v_most := least(v_most, 1000);
  end if;

  -- A batch is of one month. A row is in one of the two tables in every snapshot.
  execute format($q$
    with gone as (
      delete from only rowlock.escalation e
      where e.id = any (array(
        select o.id from only rowlock.escalation o
        where o.ended_at >= $1 and o.ended_at < least($1 + interval '1 month', $2)
        order by o.ended_at
        limit $3
        for update skip locked))
      returning e.*
    )
    insert into rowlock.%I select g.* from gone g$q$, rowlock._escalation_history_name(month => v_month))
  using v_month, v_cutoff, v_most;
  get diagnostics v_count = row_count;
  return v_count;
end;
$$;

comment on function rowlock._escalation_archive is
  'Moves a batch of the oldest month; how many rows that were. Locks escalation until the commit where a month is new; lock_not_available half a second after deadlock_timeout.';
revoke all on function rowlock._escalation_archive from public;
