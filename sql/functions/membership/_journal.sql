-- rowlock._membership_journal(change, membership, actor): journal that somebody got or lost a role.
-- Writes: rowlock.event.
create or replace function rowlock._membership_journal(
  change     text,
  membership rowlock.membership,
  actor      uuid
)
returns void
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  perform rowlock._event_append(
    topic => 'membership.changed', subject_type => 'membership', subject_id => membership.user_id::text,
    role => membership.role, assigned_to => membership.user_id, actor => actor,
    payload => jsonb_build_object('change', change, 'type', membership.type) || case
      when change = 'granted' then jsonb_build_object(
        'read_scope', membership.read_scope, 'write_scope', membership.write_scope, 'persona', membership.granted_by_persona)
      else '{}' end);
end;
$$;

comment on function rowlock._membership_journal is 'One event membership.changed: granted (new or other scopes) or revoked.';
revoke all on function rowlock._membership_journal from public;
