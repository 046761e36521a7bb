-- rowlock.run_history(id, after, topics, max_rows, actor): what the journal says of one run, oldest first.
-- Reads: rowlock.run, rowlock.event, rowlock.topic_catalog.
create or replace function rowlock.run_history(
  id       uuid,
  after    bigint default 0,
  topics   text[] default null,
  max_rows integer default 100,
  actor    uuid default rowlock.actor_current()
)
returns setof rowlock.event
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_topics text[];
begin
  perform rowlock._argument_range(field => 'after', value => after, low => 0, high => 9223372036854775807);
  perform rowlock._argument_range(field => 'max_rows', value => max_rows, low => 1, high => 1000);
  perform rowlock._topic_patterns(field => 'topics', patterns => topics, most => 1000);
  if not exists (select from rowlock.run r where r.id = run_history.id) then
    perform rowlock._run_missing(id => id);
  end if;
  -- A pattern is held against each topic once and not against each event.
  if topics is not null then
    v_topics := array(
      select c.topic
      from rowlock.topic_catalog c
      where exists (
        select from unnest(run_history.topics) t (pattern) where rowlock.topic_matches(t.pattern, c.topic)));
  end if;
  -- Whoever changes a run has locked it, so what is here has no gap that a late commit could fill.
  return query
  select v.*
  from rowlock.event v
  where v.subject_id = run_history.id::text and v.subject_type = 'run' and v.seq > run_history.after
    and (run_history.topics is null or v.topic = any (v_topics))
    and rowlock._can_read_event(v_access, v.topic, v.role, v.assigned_to)
  order by v.seq
  limit run_history.max_rows;
end;
$$;

comment on function rowlock.run_history is
  'The events of a run that retention has kept, for everybody who is signed in; the seq of the last is the cursor of the next page. topics: only what one of these patterns means. Up to max_rows (1 to 1000). Raises PT400, PT401, PT403, PT404.
Example: {"after": 0, "topics": ["run.*"], "max_rows": 100}';
revoke all on function rowlock.run_history from public;
select rowlock._function_grant('run_history', 'service', 'user', 'proxy');
