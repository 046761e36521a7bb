-- rowlock.escalation_release(id, expected_claim_no, actor): give a claim back.
-- Reads: rowlock.escalation. Writes: rowlock.escalation, rowlock.event.
create or replace function rowlock.escalation_release(
  id                uuid,
  expected_claim_no integer default null,
  actor             uuid default rowlock.actor_current()
)
returns rowlock.escalation
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now    constant timestamptz := clock_timestamp();
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_row    rowlock.escalation;
  v_held   rowlock.escalation;
begin
  for i in 1 .. 3 loop
    update only rowlock.escalation e
    set
      assigned_to = null,
      assigned_until = null,
      claimed_at = null,
      last_holder = null,
      version = e.version + 1,
      updated_at = v_now
    where e.id = escalation_release.id
      and e.status = 'pending'
      and (e.expires_at is null or e.expires_at > v_now)
      and rowlock._can_manage(v_access, e.role)
      and e.assigned_to = v_access.actor
      and e.assigned_until is not null
      and (escalation_release.expected_claim_no is null
        or (e.assigned_until > v_now and e.claim_no = escalation_release.expected_claim_no))
    returning e.* into v_row;

    if found then
      -- As it was held: the update forgets by whom.
      v_held := v_row;
      v_held.assigned_to := v_access.actor;
      v_held.assigned_until := v_now;
      perform rowlock._escalation_journal(
        escalation => v_row, verb => 'released', actor => v_access.actor, occurred_at => v_now,
        payload => jsonb_build_object(
          'reason', 'released', 'claim_no', v_row.claim_no,
          'on_behalf_of', rowlock._delegation_for(access => v_access, escalation => v_held, manages => true)),
        concerns => v_access.actor);
      return v_row;
    end if;

    v_row := rowlock._escalation_open(id => id, access => v_access, gate => 'manage', at => v_now);
    if expected_claim_no is not null then
      perform rowlock._escalation_refuse(escalation => v_row, reason => 'stale_claim');
    end if;
    if v_row.assigned_to is distinct from v_access.actor or v_row.assigned_until is null then
      perform rowlock._escalation_refuse(escalation => v_row, reason => 'not_held');
    end if;
  end loop;
  perform rowlock._escalation_refuse(escalation => v_row, reason => 'contended');
end;
$$;

comment on function rowlock.escalation_release is
  'The holder, also after a lapse, gives the row back. expected_claim_no asserts a live claim. Raises PT400, PT401, PT403, PT404, PT409.';
revoke all on function rowlock.escalation_release from public;
select rowlock._function_grant('escalation_release', 'service', 'user', 'proxy');
