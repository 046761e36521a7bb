-- rowlock._escalation_import_journal(ids, source, actor): the history of imported rows, at the log's own times.
-- Reads: rowlock.escalation. Writes: rowlock.event.
create or replace function rowlock._escalation_import_journal(
  ids    uuid[],
  source text,
  actor  uuid
)
returns void
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  insert into rowlock.event (
    topic, subject_type, subject_id, version, role, assigned_to, origin_id, actor, payload, occurred_at)
  select
    'escalation.' || v.verb, 'escalation', e.id::text, v.version, e.role, v.concerns, e.origin_id, v.actor,
    jsonb_strip_nulls(v.payload), v.occurred_at
  from only rowlock.escalation e
  cross join lateral (
    values
      ('created', 1, null::uuid, _escalation_import_journal.actor, e.created_at, jsonb_build_object(
        'type', e.type, 'subtype', e.subtype, 'priority', e.priority,
        'imported_from', _escalation_import_journal.source)),
      ('claimed', 2, e.assigned_to, e.assigned_to, e.claimed_at, jsonb_build_object('claim_no', e.claim_no)),
      ('resolved', e.version, e.assigned_to, e.resolved_by, e.resolved_at, jsonb_build_object(
        'by', e.resolved_by, 'claim_no', e.claim_no))
  ) v (verb, version, concerns, actor, occurred_at, payload)
  where e.id = any (ids) and v.occurred_at is not null
  -- One step's end is the next one's beginning: the end goes first.
  order by v.occurred_at, e.created_at, e.resolved_at, e.id, v.version;
  perform rowlock._event_ring(topic => 'escalation.resolved');
end;
$$;

comment on function rowlock._escalation_import_journal is
  'Appends created, claimed (when known) and resolved of each row in the order of their times.';
revoke all on function rowlock._escalation_import_journal from public;
