-- rowlock.escalation_claim_by_metadata(key, value, metadata, assignee, duration_minutes, actor): claim the best row with a facet.
-- Reads: rowlock.escalation, rowlock.user_account, rowlock.membership. Writes: rowlock.escalation, rowlock.event.
create or replace function rowlock.escalation_claim_by_metadata(
  key              text,
  value            jsonb,
  metadata         jsonb default null,
  assignee         text default null,
  duration_minutes integer default 30,
  actor            uuid default rowlock.actor_current()
)
returns rowlock.escalation_claimed
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
-- As in claim_by_facets.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set jit = off
as $$
declare
  v_now    constant timestamptz := clock_timestamp();
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_facet  jsonb;
  v_holder uuid := v_access.actor;
  v_ids    uuid[];
  v_own    boolean := false;
  v_other  uuid;
  v_row    rowlock.escalation;
begin
  perform rowlock._argument_range(field => 'duration_minutes', value => duration_minutes, low => 1, high => 1440);
  perform rowlock._argument_text(field => 'assignee', value => assignee);
  v_facet := rowlock._facet_pair(key => key, value => value);
  perform rowlock._argument_object(field => 'metadata', value => metadata, max_bytes => 32768);
  if metadata ?| array['schema_version', 'form_schema'] then
    perform rowlock._argument_refuse(
      field => 'metadata', reason => 'reserved_key', hint => 'schema_version and form_schema are set at creation.');
  end if;

  v_ids := rowlock._escalation_lock_matches(
    query => jsonb_build_object('facets', v_facet, 'status', '["pending"]'::jsonb),
    access => rowlock._escalation_write_scope(access => v_access), max_rows => 1, at => v_now);
  if assignee is not null and v_ids <> '{}' then
    v_holder := rowlock._escalation_holder(id => v_ids[1], assignee => assignee, access => v_access);
  end if;
  if v_ids = '{}' and assignee is null then
    -- Nothing is free: a live claim of one's own is prolonged, as by claim.
    v_ids := array(
      select e.id from only rowlock.escalation e
      where e.assigned_to = v_access.actor and e.status = 'pending' and e.assigned_until > v_now
        and (e.expires_at is null or e.expires_at > v_now)
        and e.metadata @> v_facet and rowlock._can_write(v_access, e.role, e.assigned_to)
      order by e.priority, e.created_at, e.id
      limit 1
      for no key update skip locked);
    v_own := true;
  end if;

  if v_access.delegations is not null and v_holder = v_access.actor then
    select e.* into v_row from only rowlock.escalation e where e.id = v_ids[1];
    if rowlock._delegation_over(access => v_access, escalation => v_row) then
      perform rowlock._escalation_open(id => v_row.id, access => v_access, gate => 'write', at => v_now);
    end if;
    v_other := rowlock._delegation_for(access => v_access, escalation => v_row);
  end if;
  update only rowlock.escalation e
  set
    assigned_to = v_holder,
    assigned_until = v_now + make_interval(mins => escalation_claim_by_metadata.duration_minutes),
    claimed_at = case when v_own then e.claimed_at else greatest(v_now, e.created_at) end,
    claim_no = e.claim_no + case when v_own then 0 else 1 end,
    last_holder = v_holder,
    metadata = e.metadata || coalesce(escalation_claim_by_metadata.metadata, '{}'),
    version = e.version + 1,
    updated_at = v_now
  where e.id = v_ids[1]
    and e.status = 'pending'
    and (escalation_claim_by_metadata.metadata is null
      or octet_length((e.metadata || escalation_claim_by_metadata.metadata)::text) <= 32768)
  returning e.* into v_row;
  if not found then
    perform rowlock._escalation_unmatched(
      id => v_ids[1], facet => v_facet, metadata => metadata, access => v_access, at => v_now);
  end if;

  perform rowlock._escalation_journal(
    escalation => v_row, verb => case when v_own then 'extended' else 'claimed' end,
    actor => v_access.actor, occurred_at => v_now,
    payload => jsonb_build_object(
      'assigned_until', rowlock._time_iso(v_row.assigned_until), 'claim_no', v_row.claim_no, 'on_behalf_of', v_other));
  return row(v_row, v_own)::rowlock.escalation_claimed;
end;
$$;

comment on function rowlock.escalation_claim_by_metadata is
  'Claims the most urgent, then oldest, row whose metadata has this value under the key, by type; when none is free, a live claim of the actor on such a row is extended. metadata is merged into that of the row. assignee, an account by external id or id, gets the row instead: needs admin type on its role, or global access. Raises PT400, PT401, PT403, PT404 (nothing matches), PT409 (all that match are held).
Example: {"key": "region", "value": "north", "duration_minutes": 15}';
revoke all on function rowlock.escalation_claim_by_metadata from public;
select rowlock._function_grant('escalation_claim_by_metadata', 'service', 'user', 'proxy');
