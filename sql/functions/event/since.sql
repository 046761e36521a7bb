-- rowlock.event_since(after, topics, origin_id, role, max_rows, actor): a page of the journal, in the actor's scope.
-- Reads: rowlock.event, rowlock.event_watermark.
create or replace function rowlock.event_since(
  after     bigint default null,
  topics    text[] default null,
  origin_id text default null,
  role      text default null,
  max_rows  integer default 100,
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
  v_count   integer;
  v_last    bigint;
  v_newest  bigint;
  v_purged  bigint;
begin
  perform rowlock._argument_range(field => 'max_rows', value => max_rows, low => 1, high => 1000);
  if cardinality(topics) > 1000 then
    perform rowlock._argument_refuse(field => 'topics', reason => 'too_many', hint => 'Name at most 1000 patterns.');
  end if;
  v_horizon := rowlock._event_horizon();
  if after is not null then
    perform rowlock._argument_range(field => 'after', value => after, low => 0, high => v_horizon.top);
  end if;

  -- One statement, so that rows, watermark and newest number come of one snapshot.
  with page as materialized (
    select e as event
    from rowlock.event e
    where e.seq > event_since.after and e.seq <= v_horizon.safe
      and rowlock._can_read(v_access, e.role, e.assigned_to)
      and (event_since.role is null or e.role = event_since.role)
      and (event_since.origin_id is null or e.origin_id = event_since.origin_id)
      and (event_since.topics is null or exists (
        select from unnest(event_since.topics) t (pattern) where rowlock.topic_matches(t.pattern, e.topic)))
    order by e.seq
    limit event_since.max_rows
  )
  select
    coalesce(jsonb_agg(rowlock._event_frame(p.event) order by (p.event).seq)
      filter (where (p.event).seq is not null), '[]'), w.epoch,
    case when event_since.after < w.purged_through
      then jsonb_build_object('from', event_since.after + 1, 'to', w.purged_through) end,
    count((p.event).seq), max((p.event).seq),
    (select max(e.seq) from rowlock.event e where e.seq <= v_horizon.safe), w.purged_through
  into v_page.events, v_page.epoch, v_page.purged, v_count, v_last, v_newest, v_purged
  from rowlock.event_watermark w
  left join page p on true
  group by w.epoch, w.purged_through;

  -- Never the horizon itself: after a crash the sequence may hand a rolled back number out again.
  v_page.next := case when v_count = max_rows then v_last else greatest(after, v_newest, v_purged) end;
  return v_page;
end;
$$;

comment on function rowlock.event_since is
  'Events after a cursor, oldest first, that the actor may read; `next` is the cursor to go on with. A null cursor means from now. Patterns as topic_matches. Raises PT400, PT401, PT403.';
revoke all on function rowlock.event_since from public;
select rowlock._function_grant('event_since', 'service', 'user', 'proxy');
