-- rowlock.escalation_expire(max_rows): the sweep: stamp rows whose deadline has passed, one batch a call.
-- Reads: rowlock.escalation. Writes: rowlock.escalation, rowlock.event.
create or replace function rowlock.escalation_expire(max_rows integer default 1000)
returns integer
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
set jit = off
as $$
declare
  v_now constant timestamptz := clock_timestamp();
  v_ids uuid[];
begin
  perform rowlock._argument_range(field => 'max_rows', value => max_rows, low => 1, high => 10000);
  v_ids := array(
    select e.id
    from only rowlock.escalation e
    where e.status = 'pending' and e.expires_at <= v_now
    order by e.expires_at
    limit escalation_expire.max_rows
    for no key update skip locked);
  return rowlock._escalation_expire_set(ids => v_ids, at => v_now);
end;
$$;

comment on function rowlock.escalation_expire is
  'Stamps up to max_rows due rows as expired at their deadline; returns how many. Call again until a batch is short. Raises PT400.';
revoke all on function rowlock.escalation_expire from public;
select rowlock._function_grant('escalation_expire', 'service');
