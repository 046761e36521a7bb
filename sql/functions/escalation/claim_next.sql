-- rowlock.escalation_claim_next(roles, types, max_rows, duration_minutes, actor): the queue pop.
-- Reads: rowlock.escalation, rowlock.topic_catalog. Writes: rowlock.escalation, rowlock.event.
create or replace function rowlock.escalation_claim_next(
  roles            text[] default null,
  types            text[] default null,
  max_rows         integer default 1,
  duration_minutes integer default 30,
  actor            uuid default rowlock.actor_current()
)
returns setof rowlock.escalation
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
-- To plan or compile a pop takes longer than to run it. One plan over the two queue indexes fits every
-- call, here and in the functions that lock the rows.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
set jit = off
as $$
declare
  v_now    constant timestamptz := clock_timestamp();
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_all    text[];
  v_own    text[];
  v_ids    uuid[];
  v_others jsonb;
  v_over   uuid[] := '{}';
  v_rang   boolean;
begin
  perform rowlock._argument_range(field => 'max_rows', value => max_rows, low => 1, high => 100);
  perform rowlock._argument_range(field => 'duration_minutes', value => duration_minutes, low => 1, high => 1440);
  if cardinality(types) > 1000 then
    perform rowlock._argument_refuse(field => 'types', reason => 'too_many', hint => 'Name at most 1000 types.');
  end if;
  -- Roles narrow the scope and never widen it.
  v_all := rowlock._escalation_claim_roles(
    roles => roles, scope => v_access.write_all, is_global => v_access.is_global);
  v_own := rowlock._escalation_claim_roles(roles => roles, scope => v_access.write_self, is_global => false);

  if cardinality(v_all) = 1 and v_own = '{}' then
    v_ids := rowlock._escalation_lock_one(
      role => v_all[1], types => types, max_rows => max_rows, at => v_now, access => v_access);
  end if;
  if v_ids is null then
    if v_access.delegations is not null then
      v_over := array(
        select e.id from only rowlock.escalation e
        where e.assigned_to = v_access.actor and e.status = 'pending' and e.assigned_until <= v_now
          and rowlock._delegation_over(access => v_access, escalation => e));
    end if;
    v_ids := rowlock._escalation_lock_best(
      all_roles => v_all, own_roles => v_own, types => types, max_rows => max_rows + cardinality(v_over), at => v_now,
      access => v_access);
  end if;

  if v_access.delegations is not null then
    -- What was claimed by a delegation that is over keeps nothing else from its turn.
    v_ids := array(
      select e.id from only rowlock.escalation e
      where e.id = any (v_ids) and e.id <> all (v_over)
      order by e.priority, e.created_at, e.id
      limit escalation_claim_next.max_rows);
    select jsonb_object_agg(e.id, rowlock._delegation_for(access => v_access, escalation => e)) into v_others
    from only rowlock.escalation e
    where e.id = any (v_ids);
  end if;
  -- The locks are ours now, so the update needs no guard of its own; its rows are journaled while they are at hand.
  return query
  with claimed as (
    update only rowlock.escalation e
    set
      assigned_to = v_access.actor,
      assigned_until = v_now + make_interval(mins => escalation_claim_next.duration_minutes),
      claimed_at = greatest(v_now, e.created_at),
      claim_no = e.claim_no + 1,
      last_holder = v_access.actor,
      version = e.version + 1,
      updated_at = v_now
    where e.id = any (v_ids)
    returning e.*
  ),
  journaled as (
    insert into rowlock.event (
      topic, subject_type, subject_id, version, role, assigned_to, origin_id, actor, payload, occurred_at)
    select
      (select t.topic from rowlock.topic_catalog t where t.topic = 'escalation.claimed'),
      'escalation', c.id::text, c.version, c.role, c.assigned_to, c.origin_id, v_access.actor,
      jsonb_strip_nulls(jsonb_build_object(
        'assigned_until', rowlock._time_iso(c.assigned_until), 'claim_no', c.claim_no,
        'on_behalf_of', v_others -> c.id::text, 'run_id', c.run_id)), v_now
    from claimed c
    order by c.priority, c.created_at, c.id
  )
  select c.* from claimed c order by c.priority, c.created_at, c.id;

  if found then
    v_rang := rowlock._event_ring(topic => 'escalation.claimed');
  end if;
end;
$$;

comment on function rowlock.escalation_claim_next is
  'Claims up to max_rows (1 to 100) of the best free or lapsed rows by priority, then age; zero rows are an answer. Of rows that need several people, none that the actor has answered, or the one for whom it would. roles: default all the actor may write. Raises PT400, PT401, PT403.
Example: {"roles": ["reviewer"], "duration_minutes": 15}';
revoke all on function rowlock.escalation_claim_next from public;
select rowlock._function_grant('escalation_claim_next', 'service', 'user', 'proxy');
