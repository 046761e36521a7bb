-- rowlock.escalation_archive(older_than, max_rows, actor): move rows that ended long ago to the table of their month.
-- Reads: rowlock.escalation. Writes: rowlock.escalation.
create or replace function rowlock.escalation_archive(
  older_than interval default '90 days',
  max_rows   integer default 1000,
  actor      uuid default rowlock.actor_current()
)
returns bigint
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
set timezone = 'UTC'
set jit = off
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_cutoff timestamptz;
  v_oldest timestamptz;
  v_month  timestamptz;
  v_most   integer := max_rows;
  v_count  bigint;
begin
  perform rowlock._actor_global(access => v_access);
  perform rowlock._argument_range(field => 'max_rows', value => max_rows, low => 1, high => 100000);
  if older_than is null or older_than < interval '1 day' then
    perform rowlock._argument_refuse(field => 'older_than', reason => 'too_young', hint => 'Give a day or more.');
  elsif older_than > interval '100 years' then
    perform rowlock._argument_refuse(field => 'older_than', reason => 'too_far', hint => 'Give at most 100 years.');
  end if;
  v_cutoff := clock_timestamp() - older_than;
  -- One archive at a time, and before it has any lock of the table that another one would wait for.
  perform pg_advisory_xact_lock('rowlock.escalation'::regclass::oid::integer, 0);

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

comment on function rowlock.escalation_archive is
  'Moves up to max_rows rows (1 to 100000) that ended more than older_than ago (a day or more), of the oldest month, and returns how many: call until it is 0. Archived rows are read, listed and counted as before, and their signal keys stay taken; the queue''s table and indexes get small. The first batch of a month locks the table for the moment that it takes, 1000 rows at most, and gives up after a second (lock_not_available) where a reader is in the way. Global callers only. Raises PT400, PT401, PT403.';
revoke all on function rowlock.escalation_archive from public;
select rowlock._function_grant('escalation_archive', 'service', 'user', 'proxy');
