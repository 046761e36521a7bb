-- rowlock.signal_purge(older_than, max_rows): remove signals whose time is over, one batch a call.
-- Reads: rowlock.signal. Writes: rowlock.signal.
create or replace function rowlock.signal_purge(
  older_than interval default '0',
  max_rows   integer default 1000
)
returns bigint
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set jit = off
as $$
declare
  v_cutoff constant timestamptz := rowlock._argument_cutoff(older_than);
  v_count  bigint;
begin
  perform rowlock._argument_range(field => 'max_rows', value => max_rows, low => 1, high => 100000);
  delete from rowlock.signal s
  where s.ctid = any (array(
    select o.ctid from rowlock.signal o
    where o.expires_at <= v_cutoff
    order by o.expires_at
    limit signal_purge.max_rows
    for update skip locked));
  get diagnostics v_count = row_count;
  return v_count;
end;
$$;

comment on function rowlock.signal_purge is
  'Removes up to max_rows signals whose time was over more than older_than ago; returns how many. Call again until a batch is short. Raises PT400.';
revoke all on function rowlock.signal_purge from public;
select rowlock._function_grant('signal_purge', 'service');
