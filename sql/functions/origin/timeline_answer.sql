-- rowlock.origin_timeline_answer(result, origin_id): the story of an origin, as HTTP answers it.
create or replace function rowlock.origin_timeline_answer(
  result    rowlock.origin_entry[],
  origin_id text
)
returns rowlock.http_answer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return row(200, jsonb_build_object(
    'origin_id', origin_id,
    'entries', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'at', rowlock._time_iso(r.at), 'kind', r.kind, 'id', r.id, 'record', r.record) order by r.ordinality), '[]')
      from unnest(result) with ordinality r)))::rowlock.http_answer;
end;
$$;

comment on function rowlock.origin_timeline_answer is
  'The entries in order of time; record is what its own route answers, or an event.
Answers: {"origin_id": "order-7", "entries": [{"at": "2026-03-01T09:00:00.000000Z", "kind": "task|work_item|run|escalation|event", "id": "12", "record": {"*": "*"}}]}';
revoke all on function rowlock.origin_timeline_answer from public;
select rowlock._function_grant('origin_timeline_answer', 'service');
