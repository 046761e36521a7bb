-- rowlock.credential_purge(older_than, max_rows): remove credentials that have expired, one batch a call.
-- Reads: rowlock.ephemeral_credential. Writes: rowlock.ephemeral_credential.
create or replace function rowlock.credential_purge(
  older_than interval default '0',
  max_rows   integer default 1000
)
returns bigint
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
-- Plans outlive the table's size at the time that they were made.
set enable_seqscan = off
set enable_bitmapscan = off
set enable_sort = off
as $$
declare
  v_cutoff constant timestamptz := rowlock._argument_cutoff(older_than);
  v_count  bigint;
begin
  perform rowlock._argument_range(field => 'max_rows', value => max_rows, low => 1, high => 100000);
  delete from rowlock.ephemeral_credential c
  where c.ctid = any (array(
    select o.ctid from rowlock.ephemeral_credential o
    where o.expires_at <= v_cutoff
    order by o.expires_at
    limit credential_purge.max_rows
    for update skip locked));
  get diagnostics v_count = row_count;
  return v_count;
end;
$$;

comment on function rowlock.credential_purge is
  'Deletes up to max_rows credentials that expired more than older_than ago; returns how many. Call again until a batch is short. Raises PT400.';
revoke all on function rowlock.credential_purge from public;
select rowlock._function_grant('credential_purge', 'service');
