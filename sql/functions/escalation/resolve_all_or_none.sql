-- rowlock.escalation_resolve_all_or_none(items, require_claimed, credentials, actor): answer several rows, or none of them.
-- Reads: rowlock.escalation. Writes: rowlock.escalation, rowlock.approval, rowlock.event.
create or replace function rowlock.escalation_resolve_all_or_none(
  items           jsonb,
  require_claimed boolean default false,
  credentials     jsonb default null,
  actor           uuid default rowlock.actor_current()
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
  v_items   constant rowlock.escalation_item[] := rowlock._escalation_items(items => items);
  v_ids     constant uuid[] := array(select i.id from unnest(v_items) i);
  v_now     timestamptz;
  v_locked  uuid[];
  v_reasons text[];
  v_result  rowlock.escalation_resolved_set;
begin
  if credentials is not null then
    perform rowlock._password_check(credentials => credentials);
  end if;
  v_locked := rowlock._escalation_lock_set(ids => v_ids, access => v_access);
  v_now := clock_timestamp();
  v_reasons := rowlock._escalation_answer_reasons(
    ids => v_ids, locked => v_locked, access => v_access, at => v_now, require_claimed => coalesce(require_claimed, false),
    expected_digests => array(select i.expected_digest from unnest(v_items) i));
  -- Who may not answer is told so where nothing else stands in the way.
  if not exists (select from unnest(v_reasons) r (reason) where r.reason not in ('self_approval', 'not_person')) then
    perform rowlock._escalation_person_refuse(ids => v_ids, reasons => v_reasons);
  end if;
  perform rowlock._escalation_set_refuse(ids => v_ids, reasons => v_reasons);

  v_result := rowlock._escalation_answer_set(
    ids => v_ids, resolver_payloads => array(select i.resolver_payload from unnest(v_items) i),
    access => v_access, at => v_now, credentials => credentials);
  -- A row that needs further people cannot be settled by this call, so none is.
  perform rowlock._escalation_set_refuse(
    ids => array(select (a.row ->> 'id')::uuid from jsonb_array_elements(v_result.approved) a (row)),
    reasons => array_fill('approvals_missing'::text, array[jsonb_array_length(v_result.approved)]));
  return v_result;
end;
$$;

comment on function rowlock.escalation_resolve_all_or_none is
  'Answers 1 to 100 rows, each with its own payload, those of waiters too; or none, and PT409 tells in failed which rows stood in the way: not_found, write_scope, resolved, cancelled, expired, held, not_claimed, claim_lapsed, question_changed, self_approval, not_person, approvals_missing, contended. require_claimed asks for a live claim of the caller on each. Passwords in the answers need credentials, see docs/credentials.md. Raises PT400, PT401, PT403, PT409, PT422.
Example: {"items": [{"id": "0195f3a0-7c1e-7b2a-9d3f-5e4c8b6a7d10", "resolver_payload": {"decision": "yes"}}]}';
revoke all on function rowlock.escalation_resolve_all_or_none from public;
select rowlock._function_grant('escalation_resolve_all_or_none', 'service', 'user', 'proxy');
