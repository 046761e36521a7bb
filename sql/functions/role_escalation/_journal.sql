-- rowlock._role_escalation_journal(role, added, removed, actor): say in the journal how the chains from a role changed.
-- Writes: rowlock.event.
create or replace function rowlock._role_escalation_journal(
  role    text,
  added   text[],
  removed text[],
  actor   uuid
)
returns void
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  perform rowlock._event_append(
    topic => 'role.updated', subject_type => 'role', subject_id => role, role => role, actor => actor,
    payload => jsonb_build_object(
      'change', 'updated', 'fields', array['escalation_targets'],
      'added', nullif(added, '{}'), 'removed', nullif(removed, '{}')));
end;
$$;

comment on function rowlock._role_escalation_journal is 'Appends role.updated of the source role, with the targets that came and went.';
revoke all on function rowlock._role_escalation_journal from public;
