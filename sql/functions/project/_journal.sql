-- rowlock._project_journal(project, verb, actor, occurred_at, payload): the event of one changed project.
-- Writes: rowlock.event.
create or replace function rowlock._project_journal(
  project     rowlock.project,
  verb        text,
  actor       uuid,
  occurred_at timestamptz,
  payload     jsonb
)
returns bigint
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  return rowlock._event_append(
    topic => 'project.' || _project_journal.verb,
    subject_type => 'project',
    subject_id => project.id::text,
    version => project.version,
    actor => _project_journal.actor,
    payload => jsonb_build_object(
      'project_id', project.id, 'slug', project.slug,
      'on_behalf_of', rowlock._delegation_planner(actor => _project_journal.actor)) || _project_journal.payload,
    occurred_at => _project_journal.occurred_at
  );
end;
$$;

comment on function rowlock._project_journal is 'Appends project.<verb> for a project as it is after the change.';
revoke all on function rowlock._project_journal from public;
