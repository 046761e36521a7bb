-- rowlock.event_since(after, topics, origin_id, role, max_rows, epoch, actor): a page of the journal, in the actor's scope.
-- Reads: rowlock.event, rowlock.event_watermark, rowlock.topic_catalog.
create or replace function rowlock.event_since(
  after     bigint default null,
  topics    text[] default null,
  origin_id text default null,
  role      text default null,
  max_rows  integer default 100,
  epoch     uuid default null,
  actor     uuid default rowlock.actor_current()
)
returns rowlock.event_page
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
set jit = off
as $$
declare
  v_access  constant rowlock.access := rowlock._actor_access(actor => actor);
  v_horizon rowlock.event_horizon;
  v_page    rowlock.event_page;
  v_stop    bigint;
  v_newest  bigint;
  v_purged  bigint;
  v_known   text[];
  v_topics  text[];
begin
  perform rowlock._argument_range(field => 'max_rows', value => max_rows, low => 1, high => 1000);
  perform rowlock._topic_patterns(field => 'topics', patterns => topics, most => 1000);
  v_horizon := rowlock._event_horizon();
  if after is not null then
    perform rowlock._argument_range(field => 'after', value => after, low => 0, high => 9223372036854775807);
  end if;

  -- A pattern is held against each topic once and not against each event; of a topic that left the catalog there are few.
  if topics is not null then
    select
      coalesce(array_agg(c.topic), '{}'),
      coalesce(array_agg(c.topic) filter (where exists (
        select from unnest(event_since.topics) t (pattern) where rowlock.topic_matches(t.pattern, c.topic))), '{}')
    into v_known, v_topics
    from rowlock.topic_catalog c;
  end if;

  -- One statement, so that rows, watermark and newest number come of one snapshot.
  -- A filter that fits nothing costs a bounded walk a call.
  with walk as (
    select e.seq, e.topic, e.role, e.assigned_to
    from rowlock.event e
    where e.seq > event_since.after and e.seq <= v_horizon.safe
      and (event_since.origin_id is null or e.origin_id = event_since.origin_id)
    order by e.seq
    limit 10000
  ),

  page as materialized (
    select s.seq
    from walk s
    where rowlock._can_read_event(v_access, s.topic, s.role, s.assigned_to)
      and (event_since.role is null or s.role = event_since.role)
      and (event_since.topics is null or s.topic = any (v_topics) or s.topic <> all (v_known) and exists (
        select from unnest(event_since.topics) t (pattern) where rowlock.topic_matches(t.pattern, s.topic)))
    order by s.seq
    limit event_since.max_rows
  )

  select
    coalesce(jsonb_agg(rowlock._event_frame(e) order by e.seq) filter (where e.seq is not null), '[]'),
    rowlock._event_epoch(epoch => w.epoch), w.purged_through,
    case when event_since.after < w.purged_through
      then jsonb_build_object('from', event_since.after + 1, 'to', w.purged_through) end,
    case
      when count(e.seq) = event_since.max_rows then max(e.seq)
      else (
        select s.seq from rowlock.event s
        where s.seq > event_since.after and s.seq <= v_horizon.safe
          and (event_since.origin_id is null or s.origin_id = event_since.origin_id)
        order by s.seq
        offset 9999 limit 1)
    end,
    (select max(s.seq) from rowlock.event s where s.seq <= v_horizon.safe)
  into v_page.events, v_page.epoch, v_purged, v_page.purged, v_stop, v_newest
  from rowlock.event_watermark w
  left join page p on true
  left join rowlock.event e on e.seq = p.seq
  group by w.epoch, w.purged_through;

  -- The journal never gave such a cursor, or gave it before a restore: there is nothing to go on from but now.
  v_page.reset := coalesce(after > v_horizon.top, false) or coalesce(epoch <> v_page.epoch, false);
  if v_page.reset then
    v_page.events := '[]';
    v_page.purged := null;
    v_page.next := greatest(v_newest, v_purged);
    return v_page;
  end if;
  -- Never the horizon itself: after a crash the sequence may hand a rolled back number out again.
  v_page.next := coalesce(v_stop, greatest(after, v_newest, v_purged));
  return v_page;
end;
$$;

comment on function rowlock.event_since is
  'Events after a cursor, oldest first, that the actor may read; `next` is the cursor to go on with, and the end is reached when it stays; `reset` says that the cursor or the epoch is of another journal and `next` is now. A null cursor means from now. Patterns as topic_matches. Raises PT400, PT401, PT403.
Answers: {"events": ["$event"], "next": 12, "purged|null": {"from": 1, "to": 10}, "reset": false, "epoch": "5d2f7c3a-1b4e-4f6a-8c9d-0e1f2a3b4c5d"}
Example: {"after": 0, "topics": ["escalation.*"]}';
revoke all on function rowlock.event_since from public;
select rowlock._function_grant('event_since', 'service', 'user', 'proxy');
