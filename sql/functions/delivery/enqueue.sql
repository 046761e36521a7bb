-- rowlock.delivery_enqueue(max_rows): look through the next events of the journal for what webhooks want.
-- Reads: rowlock.event, rowlock.event_watermark, rowlock.webhook, rowlock.user_account. Writes: rowlock.webhook_cursor, rowlock.delivery.
create or replace function rowlock.delivery_enqueue(max_rows integer default 500)
returns bigint
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
set jit = off
as $$
declare
  v_now      constant timestamptz := clock_timestamp();
  v_horizon  rowlock.event_horizon;
  v_after    bigint;
  v_through  bigint;
  v_count    bigint;
  v_webhooks uuid[];
  v_events   bigint[];
begin
  perform rowlock._argument_range(field => 'max_rows', value => max_rows, low => 1, high => 10000);
  if not exists (select from rowlock.webhook w where w.status = 'enabled') then
    return 0;
  end if;
  -- One at a time; whoever comes second leaves it to the first.
  select c.looked_through into v_after from rowlock.webhook_cursor c for no key update skip locked;
  if not found then
    return 0;
  end if;

  v_horizon := rowlock._event_horizon();
  v_after := greatest(
    v_after,
    (select min(w.since_seq) from rowlock.webhook w where w.status = 'enabled'),
    (select m.purged_through from rowlock.event_watermark m));
  select max(b.seq), count(*) into v_through, v_count
  from (
    select e.seq from rowlock.event e
    where e.seq > v_after and e.seq <= v_horizon.safe
    order by e.seq
    limit delivery_enqueue.max_rows
  ) b;
  if v_count = 0 then
    return 0;
  end if;

  -- A pattern is held against each topic once, and an owner's access computed once, for all events.
  with walk as materialized (
    select e.* from rowlock.event e where e.seq > v_after and e.seq <= v_through
  ),
  reader as materialized (
    select w.id, w.topics, w.since_seq, a.access
    from rowlock.webhook w
    join rowlock.user_account u on u.id = w.owner_id and u.status = 'active'
    cross join lateral (select rowlock._actor_access(actor => u.id, vouched => true) as access offset 0) a
    where w.status = 'enabled'
  ),
  wanted as materialized (
    select r.id, r.since_seq, r.access, t.topic
    from reader r
    cross join (select distinct k.topic from walk k) t
    where exists (select from unnest(r.topics) p (pattern) where rowlock.topic_matches(pattern => p.pattern, topic => t.topic))
  )
  select array_agg(x.id order by k.seq, x.id), array_agg(k.seq order by k.seq, x.id) into v_webhooks, v_events
  from wanted x
  join walk k on k.topic = x.topic
  where k.seq > x.since_seq and rowlock._can_read_event(x.access, k.topic, k.role, k.assigned_to);

  if cardinality(v_events) > 5000 then
    -- Where many want the same, a step is of fewer events, so that it ends in time: at least of one.
    v_through := greatest(v_events[1], v_events[5001] - 1);
    select count(*) into v_count from rowlock.event e where e.seq > v_after and e.seq <= v_through;
  end if;
  if v_webhooks is not null then
    -- Nobody ends a delivery of these meanwhile: whether one waits for another is decided here.
    perform from rowlock.webhook w where w.id = any (v_webhooks) order by w.id for no key update;
    insert into rowlock.delivery (id, webhook_id, seq, topic, subject_type, subject_id, next_at, created_at)
    select
      rowlock._uuid_v7(), m.webhook_id, m.seq, m.topic, m.subject_type, m.subject_id,
      case when m.turn = 1 and not exists (
        select from rowlock.delivery p
        where p.webhook_id = m.webhook_id and p.subject_type = m.subject_type and p.subject_id = m.subject_id
          and p.status = 'pending') then v_now end,
      v_now
    from (
      select
        w.id as webhook_id, e.seq, e.topic, e.subject_type, e.subject_id,
        row_number() over (partition by w.id, e.subject_type, e.subject_id order by e.seq) as turn
      from unnest(v_webhooks, v_events) f (webhook_id, seq)
      join rowlock.webhook w on w.id = f.webhook_id and w.status = 'enabled'
      join rowlock.event e on e.seq = f.seq
      where f.seq <= v_through and not exists (select from rowlock.delivery d where d.webhook_id = f.webhook_id and d.seq = f.seq)
    ) m
    order by m.seq;
  end if;
  update rowlock.webhook_cursor c set looked_through = v_through;
  return v_count;
end;
$$;

comment on function rowlock.delivery_enqueue is
  'Makes a delivery of each event for each enabled webhook whose topics it fits and whose owner may read it; returns how many events were looked at, up to max_rows, or fewer where many webhooks want them. Call again until that is 0. For the service alone. Raises PT400, PT401, PT403.';
revoke all on function rowlock.delivery_enqueue from public;
select rowlock._function_grant('delivery_enqueue', 'service');
