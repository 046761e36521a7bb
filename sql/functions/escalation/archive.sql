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
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
begin
  perform rowlock._actor_global(access => v_access);
  perform rowlock._argument_range(field => 'max_rows', value => max_rows, low => 1, high => 100000);
  if older_than is null or older_than < interval '1 day' then
    perform rowlock._argument_refuse(field => 'older_than', reason => 'too_young', hint => 'Give a day or more.');
  elsif older_than > interval '100 years' then
    perform rowlock._argument_refuse(field => 'older_than', reason => 'too_far', hint => 'Give at most 100 years.');
  end if;
  return rowlock._escalation_archive(older_than => older_than, max_rows => max_rows);
end;
$$;

comment on function rowlock.escalation_archive is
  'Moves up to max_rows rows (1 to 100000) that ended more than older_than ago (a day or more), of the oldest month, and returns how many: call until it is 0. Archived rows are read, listed and counted as before, and their signal keys stay taken; the queue''s table and indexes get small. The first batch of a month locks the table for the moment that it takes, 1000 rows at most, and gives up after deadlock_timeout and half a second (lock_not_available) where a reader is in the way; an autovacuum gives way. Global callers only. Raises PT400, PT401, PT403.';
revoke all on function rowlock.escalation_archive from public;
select rowlock._function_grant('escalation_archive', 'service', 'user', 'proxy');
