-- rowlock._host_journal(host, verb, actor, occurred_at, payload): the event of one changed host.
-- Writes: rowlock.event.
create or replace function rowlock._host_journal(
  host        rowlock.host,
  verb        text,
  actor       uuid,
  occurred_at timestamptz,
  payload     jsonb default '{}'
)
returns bigint
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  return rowlock._event_append(
    topic => 'worker.' || _host_journal.verb,
    subject_type => 'host',
    subject_id => host.id::text,
    version => host.version,
    actor => _host_journal.actor,
    payload => jsonb_build_object(
      'host_id', host.id, 'name', host.name, 'status', host.status, 'instance_id', host.instance_id)
      || _host_journal.payload,
    occurred_at => _host_journal.occurred_at
  );
end;
$$;

comment on function rowlock._host_journal is 'Appends worker.<verb> for a host as it is after the change.';
revoke all on function rowlock._host_journal from public;
