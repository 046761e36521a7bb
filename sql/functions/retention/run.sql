-- rowlock.retention_run(dry_run, rules, actor): do a batch of each rule now, or tell how much they would do.
-- Reads: rowlock.retention_rule. Writes: rowlock.retention_rule, rowlock.retention_run, rowlock.event.
create or replace function rowlock.retention_run(
  dry_run boolean default false,
  rules   text[] default null,
  actor   uuid default rowlock.actor_current()
)
returns setof rowlock.retention_report
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_start  constant timestamptz := clock_timestamp();
  v_rule   rowlock.retention_rule;
  v_report rowlock.retention_report;
  v_name   text;
  v_worked text[] := '{}';
begin
  perform rowlock._actor_global(access => v_access);
  if cardinality(rules) > 100 then
    perform rowlock._argument_refuse(field => 'rules', reason => 'too_many', hint => 'Name at most 100 rules.');
  end if;
  foreach v_name in array coalesce(rules, '{}') loop
    if not exists (select from rowlock.retention_rule r where r.name = v_name) then
      perform rowlock._retention_rule_missing(name => v_name);
    end if;
  end loop;

  -- What may lock the queue's table for a moment comes last, so that it is no longer than that.
  for v_rule in
    select r.* from rowlock.retention_rule r
    where case when retention_run.rules is null then r.enabled else r.name = any (retention_run.rules) end
    order by r.action = 'archive', r.name
  loop
    v_report := row(v_rule.name, v_rule.subject, v_rule.action, 'left', 0, null, null, null);
    if dry_run then
      v_report.outcome := 'counted';
      v_report.row_count := rowlock._retention_count(rule => v_rule);
      v_report.held_by := rowlock._retention_held(rule => v_rule);
    elsif clock_timestamp() < v_start + interval '5 seconds' then
      select r.* into v_rule from rowlock.retention_rule r where r.name = v_rule.name for no key update skip locked;
      if found then
        -- Whoever disabled it since means this run too.
        continue when rules is null and not v_rule.enabled;
        v_report := rowlock._retention_work(rule => v_rule, actor => v_access.actor);
        v_worked := v_worked || v_rule.name;
      else
        v_report.outcome := 'busy';
      end if;
    end if;
    return next v_report;
    -- Who cancels a call means all of it.
    exit when v_report.error_state = '57014';
  end loop;
  perform rowlock._retention_journal(rules => v_worked, actor => v_access.actor);
end;
$$;

comment on function rowlock.retention_run is
  'Does a batch of each rule that is enabled, or of those that are named, also disabled ones; with dry_run it counts. All in one transaction of some seconds at most. outcome: done; more, call again, or leave it to the timer; busy, another run is at it; left, the time was over; failed, with error_state and error, and the others went on; with dry_run counted: so many rows would go, counted up to 100000 but for events. held_by: a consumer that has not read what is old enough. Needs global access. Raises PT400, PT401, PT403, PT404.
Example: {"dry_run": true}';
revoke all on function rowlock.retention_run from public;
select rowlock._function_grant('retention_run', 'service', 'user', 'proxy');
