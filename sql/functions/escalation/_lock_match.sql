-- rowlock._escalation_lock_match(facet, access): lock the most urgent row with this facet that the actor may answer.
-- Reads: rowlock.escalation.
create or replace function rowlock._escalation_lock_match(
  facet  jsonb,
  access rowlock.access
)
returns uuid
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
-- As in claim_by_facets.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set jit = off
as $$
declare
  v_query constant jsonb := jsonb_build_object('facets', facet, 'status', '["pending"]'::jsonb);
  v_scope rowlock.access;
  v_now   timestamptz;
  v_way   text;
  v_text  text;
  v_ids   uuid[];
  v_seen  integer[];
  v_row   rowlock.escalation;
begin
  -- Each round that ends without a row was lost to a call that took one, so a hundred are for a hundred callers.
  for i in 1 .. 100 loop
    v_now := clock_timestamp();
    v_scope := rowlock._escalation_write_scope(access => access);
    v_way := case when rowlock._escalation_facets_near(query => v_query, access => v_scope) then 'walk' else 'sort' end;
    loop
      -- Dynamic: the text comes from the builders' whitelists, and the values are bound.
      v_text := rowlock._escalation_match_text(query => v_query, access => v_scope, way => v_way, at => v_now);
      execute v_text into v_ids, v_seen using v_query, v_scope, v_now, 16, '{}'::uuid[], 4096;
      exit when v_ids is not null or v_way = 'sort';
      v_way := 'sort';
    end loop;

    -- What the actor holds comes in its rank.
    v_ids := v_ids[1:1] || array(
      select o.id
      from only rowlock.escalation o
      where o.assigned_to = access.actor and o.status = 'pending' and o.assigned_until > v_now
        and (o.expires_at is null or o.expires_at > v_now)
        and o.metadata @> facet and rowlock._can_write(access, o.role, o.assigned_to)
      order by o.priority, o.created_at, o.id
      limit 1);
    -- It waits and does not skip, and judges anew: the answer is for the most urgent row, or for the next when that one has ended.
    select e.* into v_row
    from only rowlock.escalation e
    where e.id = any (v_ids)
      and e.metadata @> facet
      and e.status = 'pending'
      and (e.expires_at is null or e.expires_at > v_now)
      and rowlock._can_write(access, e.role, e.assigned_to)
      and (e.assigned_until is null or e.assigned_until <= v_now or e.assigned_to = access.actor)
    order by e.priority, e.created_at, e.id
    limit 1
    for no key update;
    if found then
      return v_row.id;
    end if;

    -- Nothing is free. A statement of its own sees what was committed while the other one waited.
    select e.* into v_row
    from only rowlock.escalation e
    where e.metadata @> facet
      and e.status = 'pending'
      and (e.expires_at is null or e.expires_at > v_now)
      and rowlock._can_write(access, e.role, e.assigned_to)
    order by coalesce(e.assigned_until > v_now and e.assigned_to <> access.actor, false), e.priority, e.created_at, e.id
    limit 1;
    if not found then
      raise exception 'escalation does not exist'
        using errcode = 'PT404', constraint = 'escalation_exists',
              detail = jsonb_build_object('reason', 'not_found', 'facet', facet)::text,
              hint = 'No pending row that you may answer has this value under the key; numbers, texts and booleans differ.';
    end if;
    if v_row.assigned_until > v_now and v_row.assigned_to <> access.actor then
      perform rowlock._escalation_refuse(escalation => v_row, reason => 'held');
    end if;
  end loop;
  perform rowlock._escalation_refuse(escalation => v_row, reason => 'contended');
end;
$$;

comment on function rowlock._escalation_lock_match is
  'The id; free, lapsed, routed or the actor''s own. Raises PT404 when there is none, PT409 when others hold them all.';
revoke all on function rowlock._escalation_lock_match from public;
