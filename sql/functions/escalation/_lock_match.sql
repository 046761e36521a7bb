-- rowlock._escalation_lock_match(key, value, access): lock the most urgent row with this facet that the actor may answer.
-- Reads: rowlock.escalation.
create or replace function rowlock._escalation_lock_match(
  key    text,
  value  jsonb,
  access rowlock.access
)
returns uuid
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_facet constant jsonb := jsonb_build_object(key, value);
  v_now   timestamptz;
  v_row   rowlock.escalation;
begin
  for i in 1 .. 3 loop
    v_now := clock_timestamp();
    -- It waits and does not skip: the answer is for the most urgent row, and goes on to the next when that one has ended.
    select e.* into v_row
    from only rowlock.escalation e
    where e.metadata @> v_facet
      and e.metadata -> _escalation_lock_match.key = _escalation_lock_match.value
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
    where e.metadata @> v_facet
      and e.metadata -> _escalation_lock_match.key = _escalation_lock_match.value
      and e.status = 'pending'
      and (e.expires_at is null or e.expires_at > v_now)
      and rowlock._can_write(access, e.role, e.assigned_to)
    order by e.priority, e.created_at, e.id
    limit 1;
    if not found then
      raise exception 'escalation does not exist'
        using errcode = 'PT404', constraint = 'escalation_exists',
              detail = jsonb_build_object('reason', 'not_found', 'key', key)::text,
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
