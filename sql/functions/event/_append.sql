-- rowlock._event_append(topic, subject_type, subject_id, …): journal one fact in the caller's transaction.
-- Reads: rowlock.topic_catalog. Writes: rowlock.event.
create or replace function rowlock._event_append(
  topic        text,
  subject_type text,
  subject_id   text,
  version      integer default null,
  role         text default null,
  assigned_to  uuid default null,
  origin_id    text default null,
  actor        uuid default null,
  payload      jsonb default '{}',
  occurred_at  timestamptz default clock_timestamp()
)
returns bigint
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_seq  bigint;
  v_rang boolean;
begin
  insert into rowlock.event (
    topic, subject_type, subject_id, version, role, assigned_to, origin_id, actor, payload, occurred_at)
  select
    t.topic, _event_append.subject_type, _event_append.subject_id, _event_append.version, _event_append.role,
    _event_append.assigned_to, _event_append.origin_id, _event_append.actor,
    -- Events of runs always name a run and its attempt; those of an orphan may have none.
    -- What somebody published stays as it is.
    case
      when t.category = 'run' then '{"run_id": null, "attempt": null}'::jsonb || jsonb_strip_nulls(_event_append.payload)
      when t.category = 'app' then _event_append.payload
      else jsonb_strip_nulls(_event_append.payload)
    end,
    _event_append.occurred_at
  from rowlock.topic_catalog t
  where t.topic = _event_append.topic
  returning seq into v_seq;

  if not found then
    perform rowlock._event_topic_refuse(topic => topic);
  end if;
  -- Assigned and not performed: an expression costs a tenth of a query.
  v_rang := rowlock._event_ring(topic => topic);
  return v_seq;
end;
$$;

comment on function rowlock._event_append is
  'Appends to the journal after the guarded change; rolls back with it. Returns the number. Raises PT400 on an unknown topic.';
revoke all on function rowlock._event_append from public;
