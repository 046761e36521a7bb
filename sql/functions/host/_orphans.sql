-- rowlock._host_orphans(host, sessions, at, actor): remember the sessions without a run, and tell of each once.
-- Reads: rowlock.run. Writes: rowlock.host_orphan, rowlock.event.
create or replace function rowlock._host_orphans(
  host     rowlock.host,
  sessions text[],
  at       timestamptz,
  actor    uuid
)
returns jsonb
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_new     text[];
  v_orphans jsonb[] := '{}';
  v_run     rowlock.run;
  r         record;
begin
  -- What is gone, or has a run again, is forgotten: it would be told anew.
  delete from rowlock.host_orphan o where o.host_id = host.id and o.session_name <> all (sessions);
  with made as (
    insert into rowlock.host_orphan (host_id, session_name, detected_at)
    select host.id, s.name, at from unnest(sessions) s (name) group by s.name
    on conflict on constraint host_orphan_pkey do nothing
    returning session_name
  )
  select coalesce(array_agg(m.session_name), '{}') into v_new from made m;

  for r in
    select o.session_name, o.detected_at from rowlock.host_orphan o where o.host_id = host.id order by o.session_name
  loop
    v_run := rowlock._host_session_run(host_id => host.id, session_name => r.session_name);
    v_orphans := v_orphans || jsonb_build_object(
      'session_name', r.session_name, 'run_id', v_run.id, 'attempt', v_run.attempt,
      'detected_at', rowlock._time_iso(r.detected_at));
    continue when r.session_name <> all (v_new);
    perform rowlock._event_append(
      topic => 'run.orphan_detected', subject_type => 'host', subject_id => host.id::text, origin_id => v_run.origin_id,
      actor => actor, occurred_at => at,
      payload => jsonb_build_object(
        'host_id', host.id, 'session_name', r.session_name, 'run_id', v_run.id, 'attempt', v_run.attempt));
  end loop;
  return to_jsonb(v_orphans);
end;
$$;

comment on function rowlock._host_orphans is
  'Of a host whose row is locked; sessions: those without a run. All of them as [{session_name, run_id, attempt, detected_at}]; an event for each that is new. Nothing is ended: others may use such names too.';
revoke all on function rowlock._host_orphans from public;
