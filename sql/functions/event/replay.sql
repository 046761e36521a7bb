-- rowlock.event_replay(after, through, topics, origin_id, role, max_rows, actor): the past of one stream, in its viewer's scope.
-- Reads: rowlock.event, rowlock.event_watermark, rowlock.topic_catalog.
create or replace function rowlock.event_replay(
  after     bigint,
  through   bigint,
  topics    text[] default null,
  origin_id text default null,
  role      text default null,
  max_rows  integer default 1000,
  actor     uuid default rowlock.actor_current()
)
returns rowlock.event_batch
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
set jit = off
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_batch  rowlock.event_batch;
  v_stop   bigint;
  v_known  text[];
  v_topics text[];
begin
  perform rowlock._argument_range(field => 'max_rows', value => max_rows, low => 1, high => 10000);
  if cardinality(topics) > 1000 then
    perform rowlock._argument_refuse(field => 'topics', reason => 'too_many', hint => 'Name at most 1000 patterns.');
  end if;

  -- A pattern is held against each topic once and not against each event; of a topic that left the catalog there are few.
  if topics is not null then
    select
      coalesce(array_agg(c.topic), '{}'),
      coalesce(array_agg(c.topic) filter (where exists (
        select from unnest(event_replay.topics) t (pattern) where rowlock.topic_matches(t.pattern, c.topic))), '{}')
    into v_known, v_topics
    from rowlock.topic_catalog c;
  end if;

  -- A filter that fits nothing costs a bounded walk a call.
  with walk as (
    select e.seq, e.topic, e.role, e.assigned_to
    from rowlock.event e
    where e.seq > event_replay.after and e.seq <= event_replay.through
      and (event_replay.origin_id is null or e.origin_id = event_replay.origin_id)
    order by e.seq
    limit 10000
  ),

  page as materialized (
    select s.seq
    from walk s
    where rowlock._can_read_event(v_access, s.topic, s.role, s.assigned_to)
      and (event_replay.role is null or s.role = event_replay.role)
      and (event_replay.topics is null or s.topic = any (v_topics) or s.topic <> all (v_known) and exists (
        select from unnest(event_replay.topics) t (pattern) where rowlock.topic_matches(t.pattern, s.topic)))
    order by s.seq
    limit event_replay.max_rows
  )

  select
    coalesce(jsonb_agg(rowlock._event_facts(e) order by e.seq) filter (where e.seq is not null), '[]'),
    w.purged_through, rowlock._event_epoch(epoch => w.epoch),
    case
      when count(e.seq) = event_replay.max_rows then max(e.seq)
      else (
        select s.seq from rowlock.event s
        where s.seq > event_replay.after and s.seq <= event_replay.through
          and (event_replay.origin_id is null or s.origin_id = event_replay.origin_id)
        order by s.seq
        offset 9999 limit 1)
    end
  into v_batch.events, v_batch.purged_through, v_batch.epoch, v_stop
  from rowlock.event_watermark w
  left join page p on true
  left join rowlock.event e on e.seq = p.seq
  group by w.epoch, w.purged_through;

  v_batch.next := coalesce(v_stop, greatest(after, through));
  v_batch.more := v_batch.next < through;
  return v_batch;
end;
$$;

comment on function rowlock.event_replay is
  'Events after a cursor through a number up to which the caller knows the journal to be complete. `next` is the cursor to go on with while there is more. For the service alone. Raises PT400, PT401, PT403.';
revoke all on function rowlock.event_replay from public;
select rowlock._function_grant('event_replay', 'service');
