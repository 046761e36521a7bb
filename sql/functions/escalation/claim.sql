-- rowlock.escalation_claim(id, duration_minutes, expected_claim_no, actor): hold one row for a while, or hold it longer.
-- Reads: rowlock.escalation. Writes: rowlock.escalation, rowlock.event.
create or replace function rowlock.escalation_claim(
  id                uuid,
  duration_minutes  integer default 30,
  expected_claim_no integer default null,
  actor             uuid default rowlock.actor_current()
)
returns rowlock.escalation_claimed
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now    constant timestamptz := clock_timestamp();
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_row    rowlock.escalation;
  v_former uuid;
  v_extends boolean;
begin
  perform rowlock._argument_range(field => 'duration_minutes', value => duration_minutes, low => 1, high => 1440);

  for i in 1 .. 3 loop
    if v_access.delegations is not null then
      -- The update forgets whose row it was; locked, it stays so until then.
      v_former := null;
      select e.* into v_row from only rowlock.escalation e
      where e.id = escalation_claim.id and e.status = 'pending' and rowlock._can_write(v_access, e.role, e.assigned_to)
      for no key update;
      if found then
        if rowlock._delegation_over(access => v_access, escalation => v_row) then
          perform rowlock._escalation_open(id => id, access => v_access, gate => 'write', at => v_now);
        end if;
        v_former := rowlock._delegation_whose(access => v_access, escalation => v_row);
      end if;
    end if;
    -- One guarded statement decides; the loser of a race updates nothing.
    update only rowlock.escalation e
    set
      assigned_to = v_access.actor,
      assigned_until = v_now + make_interval(mins => escalation_claim.duration_minutes),
      claimed_at = case
        when e.assigned_to = v_access.actor and e.assigned_until > v_now then e.claimed_at
        else greatest(v_now, e.created_at)
      end,
      claim_no = e.claim_no
        + case when e.assigned_to = v_access.actor and e.assigned_until > v_now then 0 else 1 end,
      last_holder = v_access.actor,
      version = e.version + 1,
      -- Later than claimed_at when it extends: of two calls in one microsecond one is an extension.
      updated_at = case
        when e.assigned_to = v_access.actor and e.assigned_until > v_now
          then greatest(v_now, e.claimed_at + interval '1 microsecond')
        else greatest(v_now, e.created_at)
      end
    where e.id = escalation_claim.id
      and e.status = 'pending'
      and (e.expires_at is null or e.expires_at > v_now)
      and rowlock._can_write(v_access, e.role, e.assigned_to)
      and (e.assigned_until is null or e.assigned_until <= v_now or e.assigned_to = v_access.actor)
      and (escalation_claim.expected_claim_no is null or (
        e.assigned_to = v_access.actor and e.assigned_until > v_now
        and e.claim_no = escalation_claim.expected_claim_no))
    returning e.* into v_row;

    if found then
      v_extends := v_row.claimed_at is distinct from v_row.updated_at;
      perform rowlock._escalation_journal(
        escalation => v_row, verb => case when v_extends then 'extended' else 'claimed' end,
        actor => v_access.actor, occurred_at => v_now,
        payload => jsonb_build_object(
          'assigned_until', rowlock._time_iso(v_row.assigned_until), 'claim_no', v_row.claim_no,
          'on_behalf_of', case when v_access.delegations is not null
            then rowlock._delegation_of(access => v_access, role => v_row.role, assigned_to => v_former) end));
      return row(v_row, v_extends)::rowlock.escalation_claimed;
    end if;

    -- Nothing was written. Read once more, only to say why.
    v_row := rowlock._escalation_open(id => id, access => v_access, gate => 'write', at => v_now);
    if expected_claim_no is not null then
      perform rowlock._escalation_refuse(escalation => v_row, reason => 'stale_claim');
    end if;
    if v_row.assigned_to <> v_access.actor and v_row.assigned_until > v_now then
      perform rowlock._escalation_refuse(escalation => v_row, reason => 'held');
    end if;
  end loop;
  perform rowlock._escalation_refuse(escalation => v_row, reason => 'contended');
end;
$$;

comment on function rowlock.escalation_claim is
  'Hold a row until now + duration (1 to 1440 minutes). A live claim of the actor is extended, a lapsed one taken anew with the next claim_no. expected_claim_no asserts a live claim. Raises PT400, PT401, PT403, PT404, PT409.
Example: {"duration_minutes": 15}';
revoke all on function rowlock.escalation_claim from public;
select rowlock._function_grant('escalation_claim', 'service', 'user', 'proxy');
