-- rowlock.escalation_bulk_triage(ids, hint, actor): hand many rows to triage, a task each.
-- Reads: rowlock.escalation, rowlock.task. Writes: rowlock.escalation, rowlock.task, rowlock.event.
create or replace function rowlock.escalation_bulk_triage(
  ids   uuid[],
  hint  text default null,
  actor uuid default rowlock.actor_current()
)
returns rowlock.escalation_triaged
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
set jit = off
as $$
declare
  v_access  constant rowlock.access := rowlock._actor_access(actor => actor);
  v_now     timestamptz;
  v_ids     uuid[];
  v_reasons jsonb;
  v_alone   rowlock.escalation[];
  v_settled uuid[];
  v_opened  uuid[];
  v_result  rowlock.escalation_triaged;
begin
  perform rowlock._argument_text(field => 'hint', value => hint, max_length => 10000);
  v_ids := rowlock._escalation_bulk_lock(ids => ids, access => v_access);
  -- The wait for the locks may have outlasted a claim or a deadline.
  v_now := clock_timestamp();

  select
    coalesce(array_agg(j.row_id order by j.row_id) filter (where j.reason is null), '{}'),
    coalesce(jsonb_object_agg(j.row_id, j.reason) filter (where j.reason is not null), '{}'),
    coalesce(array_agg(j.escalation order by j.row_id) filter (where j.reason is null and j.alone), '{}')
  into v_ids, v_reasons, v_alone
  from (
    select
      e.id as row_id, e as escalation, e.signal_key is null as alone,
      rowlock._escalation_triage_reason(escalation => e, access => v_access, at => v_now) as reason
    from only rowlock.escalation e
    where e.id = any (v_ids)
  ) j;

  v_settled := array(select r.id from unnest(v_alone) r order by r.id);
  if v_settled <> '{}' then
    perform rowlock._escalation_settle_set(
      ids => v_settled, metadata => null, access => v_access, at => v_now,
      resolver_payloads => rowlock._escalation_answer_gate(
        escalations => v_alone,
        resolver_payloads => array_fill(
          jsonb_build_object('_triage', jsonb_build_object('hint', hint)), array[cardinality(v_settled)])));
  end if;
  v_opened := rowlock._task_open_triage(ids => v_ids, hint => hint, access => v_access, at => v_now);

  v_result.resolved := v_settled;
  select coalesce(jsonb_agg(jsonb_build_object(
    'escalation_id', t.escalation_id, 'task_id', t.id, 'status',
    case when t.escalation_id = any (v_settled) then 'resolved' else 'pending' end,
    'created', t.escalation_id = any (v_opened)) order by t.escalation_id), '[]')
  into v_result.tasks
  from unnest(v_ids) i (id)
  join rowlock.task t on t.workflow_id = 'triage-' || i.id;
  select coalesce(jsonb_agg(
    case when v_reasons ? (s.item ->> 'id') then s.item || jsonb_build_object('reason', v_reasons ->> (s.item ->> 'id')) else s.item end
    order by s.n), '[]')
  into v_result.skipped
  from jsonb_array_elements((rowlock._escalation_bulk_done(
    ids => ids, done => v_ids, otherwise => 'held')).skipped) with ordinality s (item, n);
  return v_result;
end;
$$;

comment on function rowlock.escalation_bulk_triage is
  'Hands up to 1000 pending rows to triage: rows that nobody waits for are resolved with {"_triage": {"hint": …}}, rows with a signal key stay pending, and each gets its task triage-<id>, one for ever. Needs admin type on the role of every row that exists, or global access. skipped tells why of the others: not_found, resolved, cancelled, expired, held, claim_lapsed, approvals (it needs several people), self_approval. Raises PT400, PT401, PT403, PT409, PT422.
Example: {"ids": ["0195f3a0-7c1e-7b2a-9d3f-5e4c8b6a7d10"], "hint": "the address is missing"}';
revoke all on function rowlock.escalation_bulk_triage from public;
select rowlock._function_grant('escalation_bulk_triage', 'service', 'user', 'proxy');
