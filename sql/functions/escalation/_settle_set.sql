-- rowlock._escalation_settle_set(ids, resolver_payloads, metadata, access, at): resolve locked rows, each by its own answer.
-- Writes: rowlock.escalation, rowlock.event.
create or replace function rowlock._escalation_settle_set(
  ids               uuid[],
  resolver_payloads jsonb[],
  metadata          jsonb,
  access            rowlock.access,
  at                timestamptz
)
returns rowlock.escalation[]
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_rows rowlock.escalation[];
begin
  -- The locks are ours and the rows were judged under them, so the update needs no guard of its own.
  with settled as (
    update rowlock.escalation e
    set
      status = 'resolved',
      resolved_at = greatest(at, e.created_at, e.claimed_at),
      resolved_by = access.actor,
      ended_at = greatest(at, e.created_at, e.claimed_at),
      resolver_payload = s.resolver_payload,
      approvals = case when e.approvals_required > 1 then e.approvals_required else 0 end,
      metadata = e.metadata || coalesce(_escalation_settle_set.metadata, '{}'),
      version = e.version + 1,
      updated_at = at
    from unnest(ids, _escalation_settle_set.resolver_payloads) s (id, resolver_payload)
    where e.id = s.id and e.status = 'pending'
    returning e as escalation
  )
  select coalesce(array_agg(s.escalation order by (s.escalation).id), '{}') into v_rows from settled s;

  perform rowlock._escalation_journal_set(
    ids => array(select (v_rows[i]).id from generate_subscripts(v_rows, 1) i order by i),
    verb => 'resolved', actor => access.actor, occurred_at => at,
    payloads => array(
      select jsonb_build_object(
        'by', access.actor, 'signal_key', (v_rows[i]).signal_key, 'claim_no', (v_rows[i]).claim_no,
        'approvals', nullif((v_rows[i]).approvals, 0))
      from generate_subscripts(v_rows, 1) i order by i));
  return v_rows;
end;
$$;

comment on function rowlock._escalation_settle_set is
  'The rows as they are resolved, in id order. The caller has locked and judged them, and its answers passed the gate.';
revoke all on function rowlock._escalation_settle_set from public;
