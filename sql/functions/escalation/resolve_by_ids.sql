-- rowlock.escalation_resolve_by_ids(ids, resolver_payload, credentials, actor): one answer for many rows.
-- Reads: rowlock.escalation. Writes: rowlock.escalation, rowlock.approval, rowlock.event.
create or replace function rowlock.escalation_resolve_by_ids(
  ids              uuid[],
  resolver_payload jsonb,
  credentials      jsonb default null,
  actor            uuid default rowlock.actor_current()
)
returns rowlock.escalation_resolved_set
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
-- To plan takes as long as to run; one plan over the key fits every call.
set plan_cache_mode = force_generic_plan
set jit = off
as $$
declare
  v_access  constant rowlock.access := rowlock._actor_access(actor => actor);
  v_now     timestamptz;
  v_ids     uuid[];
  v_locked  uuid[];
  v_waiters uuid[];
  v_reasons text[];
  v_take    uuid[];
  v_result  rowlock.escalation_resolved_set;
begin
  perform rowlock._argument_ids(field => 'ids', value => ids);
  perform rowlock._escalation_answer_check(resolver_payload => resolver_payload);
  if credentials is not null then
    perform rowlock._password_check(credentials => credentials);
  end if;
  -- Each row once, where the list names it first.
  v_ids := array(select i.id from unnest(ids) with ordinality i (id, n) group by i.id order by min(i.n));
  v_locked := rowlock._escalation_lock_set(ids => v_ids, access => v_access);
  v_now := clock_timestamp();
  -- Mostly all of them are the actor's and take any answer: then there is nothing to tell of single ones.
  if credentials is null and v_access.delegations is null and cardinality(v_locked) = cardinality(v_ids)
     and rowlock._escalation_set_is_plain(ids => v_locked, access => v_access, at => v_now) then
    v_result.ids := rowlock._escalation_settle_set(
      ids => v_locked, resolver_payloads => array_fill(resolver_payload, array[cardinality(v_locked)]),
      access => v_access, at => v_now);
    v_result.approved := '[]';
    v_result.skipped := '[]';
    return v_result;
  end if;
  v_reasons := rowlock._escalation_answer_reasons(ids => v_ids, locked => v_locked, access => v_access, at => v_now);

  -- A waiter is told by an answer of its own, so a list leaves its row alone.
  v_waiters := array(
    select e.id from rowlock.escalation e where e.id = any (v_ids) and e.signal_key is not null);
  for i in 1 .. cardinality(v_ids) loop
    if v_ids[i] = any (v_waiters)
       and coalesce(v_reasons[i] not in ('not_found', 'write_scope', 'resolved', 'cancelled', 'expired'), true) then
      v_reasons[i] := 'waiter';
    end if;
  end loop;
  if not v_access.is_global then
    perform rowlock._escalation_reach_refuse(ids => v_ids, reasons => v_reasons);
  end if;
  perform rowlock._escalation_person_refuse(ids => v_ids, reasons => v_reasons);

  v_take := array(select r.id from unnest(v_ids, v_reasons) r (id, reason) where r.reason is null order by r.id);
  v_result := rowlock._escalation_answer_set(
    ids => v_take, resolver_payloads => array_fill(resolver_payload, array[cardinality(v_take)]),
    access => v_access, at => v_now, credentials => credentials);
  select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'reason', r.reason) order by r.n), '[]')
  into v_result.skipped
  from unnest(v_ids, v_reasons) with ordinality r (id, reason, n)
  where r.reason is not null;
  return v_result;
end;
$$;

comment on function rowlock.escalation_resolve_by_ids is
  'Gives up to 1000 rows one answer. Rows of waiters, rows that have ended and rows that others hold are left as they are; skipped tells why: not_found, resolved, cancelled, expired, waiter, held, claim_lapsed, contended. Unless the caller is global, every row must be readable (PT404) and writable (PT403), else nothing changes. approved names rows that need further people. A password in the answer needs a credential for each row, see docs/credentials.md. Raises PT400, PT401, PT403, PT404, PT409, PT422.
Example: {"ids": ["0195f3a0-7c1e-7b2a-9d3f-5e4c8b6a7d10"], "resolver_payload": {"decision": "yes"}}';
revoke all on function rowlock.escalation_resolve_by_ids from public;
select rowlock._function_grant('escalation_resolve_by_ids', 'service', 'user', 'proxy');
