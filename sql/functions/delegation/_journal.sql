-- rowlock._delegation_journal(verb, delegation, actor, occurred_at, cause): journal that a delegation was made or ended.
-- Writes: rowlock.event.
create or replace function rowlock._delegation_journal(
  verb        text,
  delegation  rowlock.delegation,
  actor       uuid,
  occurred_at timestamptz,
  cause       text default null
)
returns bigint
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  return rowlock._event_append(
    topic => 'delegation.' || verb, subject_type => 'delegation', subject_id => delegation.id::text,
    role => delegation.role, assigned_to => delegation.to_user, actor => actor,
    payload => jsonb_build_object(
      'from_user', delegation.from_user, 'to_user', delegation.to_user,
      'since', rowlock._time_iso(delegation.since), 'until', rowlock._time_iso(delegation.until),
      -- Why is for its two people, and more read this.
      'cause', cause),
    occurred_at => occurred_at);
end;
$$;

comment on function rowlock._delegation_journal is
  'One event delegation.created or .revoked: seen by who gets it, and by the members of the role. cause: why it ended.';
revoke all on function rowlock._delegation_journal from public;
