-- rowlock._run_candidates(host_id, max_rows, at): the pending runs that a host may take, the oldest first.
-- Reads: rowlock.host, rowlock.run.
create or replace function rowlock._run_candidates(
  host_id  uuid,
  max_rows integer,
  at       timestamptz
)
returns uuid[]
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_stray constant uuid[] := rowlock._run_stray_targets(host_id => host_id, at => at);
begin
  return array(
    select c.id
    from (
      select q.*
      from (
        select r.id, r.pending_since
        from rowlock.run r
        where r.status = 'pending' and r.target_host_id = _run_candidates.host_id
        order by r.pending_since, r.id
        limit _run_candidates.max_rows
      ) q
      union all
      select q.*
      from (
        select r.id, r.pending_since
        from rowlock.run r
        where r.status = 'pending' and r.target_host_id is null
        -- The target too, though it is null: else the planner does not see that the index is in this order.
        order by r.target_host_id, r.pending_since, r.id
        limit _run_candidates.max_rows
      ) q
      union all
      select q.*
      from unnest(v_stray) t (id)
      cross join lateral (
        select r.id, r.pending_since
        from rowlock.run r
        where r.status = 'pending' and r.target_host_id = t.id
        order by r.pending_since, r.id
        limit _run_candidates.max_rows
      ) q
    ) c
    order by c.pending_since, c.id
    limit _run_candidates.max_rows);
end;
$$;

comment on function rowlock._run_candidates is
  'Runs without a target, runs meant for the host, and runs meant for a host that may not take any; one index descent a queue.';
revoke all on function rowlock._run_candidates from public;
