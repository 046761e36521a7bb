-- rowlock._escalation_claim_counts(roles, types, must_be_fresh): how many rows could be claimed, and how many are held.
-- Reads: rowlock.escalation.
create or replace function rowlock._escalation_claim_counts(
  roles         text[],
  types         text[],
  must_be_fresh boolean
)
returns bigint[]
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
set jit = off
as $$
declare
  v_now      constant timestamptz := clock_timestamp();
  v_queue    constant bigint := hashtextextended(roles::text || coalesce(types::text, ''), 0);
  v_name     constant text := 'rowlock.claim_counts_' || (v_queue & 15);
  v_kept     bigint[];
  v_free     bigint;
  v_lapsed   bigint;
  v_held     bigint;
  v_discard  text;
begin
  -- To count 10,000 rows takes longer than to claim one, so a session counts a long queue once a second.
  v_kept := nullif(current_setting(v_name, true), '')::bigint[];
  if not must_be_fresh and v_kept[1] = v_queue
    and v_kept[2] between (extract(epoch from v_now) - 1) * 1000000 and extract(epoch from v_now) * 1000000
  then
    return v_kept[3:4];
  end if;

  select count(*) into v_free
  from (
    select
    from only rowlock.escalation e
    where e.role = any (_escalation_claim_counts.roles) and e.status = 'pending' and e.assigned_until is null
      and (e.expires_at is null or e.expires_at > v_now)
      and (_escalation_claim_counts.types is null or e.type = any (_escalation_claim_counts.types))
    limit 10000
  ) q;
  select count(*) filter (where q.assigned_until <= v_now), count(*) filter (where q.assigned_until > v_now)
  into v_lapsed, v_held
  from (
    select e.assigned_until
    from only rowlock.escalation e
    where e.role = any (_escalation_claim_counts.roles) and e.status = 'pending' and e.assigned_until is not null
      and (e.expires_at is null or e.expires_at > v_now)
      and (_escalation_claim_counts.types is null or e.type = any (_escalation_claim_counts.types))
    limit 10000
  ) q;
  v_kept := array[least(v_free + v_lapsed, 10000), v_held];
  if v_free + v_lapsed + v_held > 1000 then
    v_discard := set_config(
      v_name, (array[v_queue, (extract(epoch from v_now) * 1000000)::bigint] || v_kept)::text, false);
  end if;
  return v_kept;
end;
$$;

comment on function rowlock._escalation_claim_counts is
  'Available and held rows of the roles, each up to 10000. More than 1000 together are kept for the session, and counted again after a second.';
revoke all on function rowlock._escalation_claim_counts from public;
