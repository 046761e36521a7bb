-- rowlock._analytics_spans(since, until, role, access): who held what from when to when, by the journal.
-- Reads: rowlock.event, rowlock.escalation, rowlock.user_account.
create or replace function rowlock._analytics_spans(
  since  timestamptz,
  until  timestamptz,
  role   text,
  access rowlock.access
)
returns setof rowlock.analytics_span
language sql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
  -- A claim lasts a day at most without an extension, so what is alive at the beginning has an event of the day before.
  with moves as (
    select
      v.subject_id, v.version, v.seq, split_part(v.topic, '.', 2) as verb, v.occurred_at, v.assigned_to,
      (v.payload ->> 'assigned_until')::timestamptz as assigned_until
    from rowlock.event v
    where v.occurred_at >= _analytics_spans.since - interval '24 hours'
      and v.occurred_at < _analytics_spans.until
      and (v.topic in (
          'escalation.claimed', 'escalation.extended', 'escalation.released', 'escalation.reassigned',
          'escalation.resolved', 'escalation.cancelled', 'escalation.expired')
        or (v.topic = 'escalation.approved' and v.payload ->> 'released' = 'true'))
      -- A row that moves on ends a claim of the role that it leaves.
      and (_analytics_spans.role is null or coalesce(v.payload ->> 'from_role', v.role) = _analytics_spans.role)
      and rowlock._can_read(_analytics_spans.access, coalesce(v.payload ->> 'from_role', v.role), v.assigned_to)
  ),
  numbered as (
    select
      m.*,
      count(*) filter (where m.verb = 'claimed') over each_row as claim,
      lead(m.occurred_at) over each_row as next_at
    from moves m
    window each_row as (partition by m.subject_id order by m.version, m.seq)
  ),
  spans as (
    -- A claim and its extensions; the first thing of another kind ends it, unless the time it was taken for did before.
    select
      n.subject_id, n.claim,
      (array_agg(n.assigned_to order by n.version))[1] as holder,
      min(n.occurred_at) as started_at,
      max(n.occurred_at) filter (where n.verb = 'claimed') as claimed_at,
      (array_agg(n.assigned_until order by n.version desc))[1] as let_until,
      (array_agg(n.next_at order by n.version desc))[1] as next_at
    from numbered n
    where n.verb in ('claimed', 'extended')
    group by n.subject_id, n.claim
  )
  select s.subject_id, s.holder, s.claimed_at, s.started_at, least(s.let_until, o.over_at), s.let_until < coalesce(o.over_at, 'infinity')
  from spans s
  cross join lateral (
    -- What is due has ended, before the sweep tells the journal so.
    select coalesce(s.next_at, (
      select e.expires_at from only rowlock.escalation e where e.id = s.subject_id::uuid and e.status = 'pending')) as over_at
  ) o
  where least(s.let_until, o.over_at, 'infinity') > _analytics_spans.since
  union all
  -- An imported step was held as long as it took, and its claim may be of any day before.
  select e.id::text, e.assigned_to, null, e.claimed_at, e.ended_at, false
  from rowlock.escalation e
  where exists (select from rowlock.user_account u where u.external_id like 'import:%')
    and e.ended_at > _analytics_spans.since and e.assigned_until is null
    and e.claimed_at < _analytics_spans.since - interval '24 hours'
    and (_analytics_spans.role is null or e.role = _analytics_spans.role)
    and rowlock._can_read(_analytics_spans.access, e.role, e.assigned_to);
$$;

comment on function rowlock._analytics_spans is
  'One row for each claim that was live at any time of [since, until): its holder, claimed_at (null when it was claimed more than a day before), started_at, ended_at (null: not ended by until) and whether it lapsed.';
revoke all on function rowlock._analytics_spans from public;
