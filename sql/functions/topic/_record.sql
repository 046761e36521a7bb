-- rowlock._topic_record(topic): a topic as every surface shows it.
create or replace function rowlock._topic_record(topic rowlock.topic_catalog)
returns jsonb
language sql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
  select to_jsonb(topic) || jsonb_build_object(
    'system', topic.category <> 'app',
    'first_used_at', rowlock._time_iso(topic.first_used_at),
    'created_at', rowlock._time_iso(topic.created_at),
    'updated_at', rowlock._time_iso(topic.updated_at));
$$;

comment on function rowlock._topic_record is
  'The topic as JSON; system says that a verb of the schema writes it.
Record topic: {
  "topic|text": "app.parcel.packed", "description|text": "A parcel was packed.", "category": "app",
  "payload_schema|null": "*", "example|null": {"*": "*"}, "source|null": "topic_publish", "tags": ["parcel"],
  "system": false, "learned": false, "first_used_at|null": "2026-03-01T09:00:00.000000Z",
  "created_by|null": "7f0c2f4e-6a53-4d0e-9c39-1f2b3c4d5e6f",
  "created_at": "2026-03-01T09:00:00.000000Z", "updated_at": "2026-03-01T09:00:00.000000Z"}';
revoke all on function rowlock._topic_record from public;
