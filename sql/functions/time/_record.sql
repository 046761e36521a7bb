-- rowlock._time_record(record, names): a record whose times of these names are written as every record writes them.
create or replace function rowlock._time_record(
  record jsonb,
  names  text[]
)
returns jsonb
language sql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
  select record || coalesce(
    (select jsonb_object_agg(n.name, rowlock._time_iso(at => (_time_record.record ->> n.name)::timestamptz))
     from unnest(names) n (name)),
    '{}');
$$;

comment on function rowlock._time_record is 'The record; to_jsonb alone writes times with the offset of the session.';
revoke all on function rowlock._time_record from public;
