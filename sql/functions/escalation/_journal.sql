-- rowlock._escalation_journal(escalation, verb, actor, occurred_at, payload, concerns): the event of one changed row.
-- Writes: rowlock.event.
create or replace function rowlock._escalation_journal(
  escalation  rowlock.escalation,
  verb        text,
  actor       uuid,
  occurred_at timestamptz,
  payload     jsonb default '{}',
  concerns    uuid default null
)
returns bigint
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  return rowlock._event_append(
    topic => 'escalation.' || _escalation_journal.verb,
    subject_type => 'escalation',
    subject_id => escalation.id::text,
    version => escalation.version,
    role => escalation.role,
    assigned_to => coalesce(_escalation_journal.concerns, escalation.assigned_to),
    origin_id => escalation.origin_id,
    actor => _escalation_journal.actor,
    -- Whoever waits for the answers of a run knows its events by this.
    payload => case when escalation.run_id is null then _escalation_journal.payload
      else _escalation_journal.payload || jsonb_build_object('run_id', escalation.run_id) end,
    occurred_at => _escalation_journal.occurred_at
  );
end;
$$;

comment on function rowlock._escalation_journal is
  'Appends escalation.<verb> for a row as it is after the change. concerns: the former holder, when the row no longer names one.';
revoke all on function rowlock._escalation_journal from public;
