-- rowlock._analytics_rows(query, access, idle): the rows whose interval meets the window, as query text.
-- Reads: rowlock.escalation.
create or replace function rowlock._analytics_rows(
  query  jsonb,
  access rowlock.access,
  idle   boolean default true
)
returns text
language sql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
  -- $4 and $5 are the window. What ended before it and what has not begun is never read; free and leased rows
  -- are in two indexes, so the pending ones are two arms. A due row has ended at its deadline.
  select string_agg(format($p$
    select
      e.id, e.role, e.type, e.created_at, %6$s as claimed_at, %1$s as done, %2$s as outcome,
      case
        when %6$s is null then null
        when least(e.assigned_until, %1$s) < e.claimed_at then e.claimed_at
        else least(e.assigned_until, %1$s)
      end as lease_end
    from %5$s e
    where %3$s and e.created_at < $5 and %4$s$p$,
    case when a.pending then 'case when e.expires_at <= $3 then e.expires_at end' else 'e.ended_at' end,
    case when a.pending then 'case when e.expires_at <= $3 then ''expired'' else ''pending'' end' else 'e.status' end,
    a.arm || case
      when a.pending then ' and (e.expires_at is null or e.expires_at > $3 or e.expires_at >= $4)' else '' end,
    rowlock._analytics_gate(query => query, access => access),
    -- No month of the history has pending rows; to say so saves the planner a look at each.
    case when a.pending then 'only rowlock.escalation' else 'rowlock.escalation' end,
    -- What is free nobody holds, whatever is written there.
    case when a.arm ~ 'until is null' then 'null::timestamptz' else 'e.claimed_at' end), ' union all ')
  from (values
    ('e.ended_at >= $4', false),
    ('e.status = ''pending'' and e.assigned_until is null' || case when idle then '' else ' and e.expires_at <= $3' end, true),
    ('e.status = ''pending'' and e.assigned_until is not null', true)
  ) a (arm, pending);
$$;

comment on function rowlock._analytics_rows is
  'Query text that gives id, role, type, created_at, claimed_at, done (null: still open), outcome and lease_end of the rows open at any time of [$4, $5). Without the idle: of the free index the due ones alone.';
revoke all on function rowlock._analytics_rows from public;
