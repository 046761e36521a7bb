-- rowlock.run_claim(host_id, instance_id, actor): a host takes the oldest run that it may take.
-- Reads: rowlock.host, rowlock.run. Writes: rowlock.run, rowlock.event.
create or replace function rowlock.run_claim(
  host_id     uuid,
  instance_id uuid default null,
  actor       uuid default rowlock.actor_current()
)
returns setof rowlock.run
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
-- One plan over the queues fits every call, here and in the functions that look for candidates.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
set jit = off
as $$
declare
  v_access  constant rowlock.access := rowlock._actor_access(actor => actor);
  v_host    constant rowlock.host := rowlock._run_host(host_id => host_id);
  -- After the lock on the host: whoever waited for it is judged by the time of now.
  v_now     constant timestamptz := clock_timestamp();
  v_page    integer := 16;
  v_ids     uuid[];
  v_skipped uuid[] := '{}';
  v_rule    text;
  v_run     rowlock.run;
begin
  perform rowlock._host_speaks(host => v_host, access => v_access);
  perform rowlock._run_instance_check(host => v_host, instance_id => instance_id);
  perform rowlock._run_host_check(host => v_host, at => v_now);

  loop
    v_ids := rowlock._run_candidates(host_id => host_id, max_rows => v_page, at => v_now);
    loop
      -- Runs that ended keep their host, so a session's name may be taken there: that run is for other hosts.
      begin
        -- One statement steps over all that others hold: with many hosts at the queue these are most of the page.
        select r.* into v_run
        from unnest(v_ids) with ordinality c (id, n)
        join rowlock.run r on r.id = c.id
        where r.status = 'pending' and r.id <> all (v_skipped)
        order by c.n
        limit 1
        for update of r skip locked;
        exit when not found;
        v_run := rowlock._run_place(id => v_run.id, host_id => v_host.id, at => v_now, actor => v_access.actor);
        return next v_run;
        return;
      exception when unique_violation then
        get stacked diagnostics v_rule = constraint_name;
        if v_rule <> 'run_session_key' then
          raise;
        end if;
        v_skipped := v_skipped || v_run.id;
      end;
    end loop;
    -- None means a page that was not full, never that others held all of it: look further down.
    exit when cardinality(v_ids) < v_page or v_page >= 16384;
    v_page := least(v_page * 4, 16384);
  end loop;
end;
$$;

comment on function rowlock.run_claim is
  'Takes the run that has waited longest of those without a target, meant for the host, or meant for one that may not take runs; no row is an answer. The host has to be online, seen within 90 seconds and not suspect, and instance_id its pinned instance. For the bot of the host and global callers. Raises PT400, PT401, PT403, PT404, PT409.
Example: {"host_id": "3d6c5b4a-9f8e-4d7c-8b6a-5f4e3d2c1b0a", "instance_id": "0b9f6f0e-5f0c-4a7e-9d0a-6f1f3f6c2a11"}';
revoke all on function rowlock.run_claim from public;
select rowlock._function_grant('run_claim', 'service', 'user', 'proxy');
