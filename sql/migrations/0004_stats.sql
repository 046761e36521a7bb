-- What the figures of the queue are called.

create type rowlock.escalation_counts as (
  pending                bigint,
  claimed                bigint,
  available              bigint,
  created                bigint,
  resolved               bigint,
  cancelled              bigint,
  expired                bigint,
  oldest_pending_minutes numeric,
  by_role                jsonb,
  by_type                jsonb
);
comment on type rowlock.escalation_counts is
  'How the queue stands (pending, claimed, available) and what happened in a period.';

comment on index rowlock.escalation_created_at_idx is
  'Serves lists by time of creation, and stats; guarded by the plan test of stats.';
comment on index rowlock.escalation_role_ended_idx is
  'Serves what a role finished in a window, as in stats; guarded by the plan test of stats.';
comment on index rowlock.escalation_ended_idx is
  'Serves what ended in a window, as in stats of all roles; guarded by the plan test of stats.';
