-- What the figures are called that are computed from intervals.

create type rowlock.analytics_backlog_bucket as (
  since     timestamptz,
  until     timestamptz,
  created   bigint,
  resolved  bigint,
  cancelled bigint,
  expired   bigint,
  open      bigint,
  held      bigint
);
comment on type rowlock.analytics_backlog_bucket is 'What came and went in [since, until), and what was open and held at its end.';

create type rowlock.analytics_flow_bucket as (
  since    timestamptz,
  until    timestamptz,
  resolved bigint,
  wait_p50 numeric,
  wait_p90 numeric,
  wait_p99 numeric,
  work_p50 numeric,
  work_p90 numeric,
  work_p99 numeric,
  age_p50  numeric,
  age_p90  numeric,
  age_p99  numeric
);
comment on type rowlock.analytics_flow_bucket is 'What was resolved in [since, until), and percentiles in minutes.';

create type rowlock.analytics_histogram_bin as (
  low   numeric,
  high  numeric,
  count bigint
);
comment on type rowlock.analytics_histogram_bin is 'How many rows took [low, high) minutes.';

create type rowlock.analytics_aging_bin as (
  low       numeric,
  high      numeric,
  open      bigint,
  held      bigint,
  available bigint
);
comment on type rowlock.analytics_aging_bin is 'How many open rows are [low, high) minutes old.';

create type rowlock.analytics_interval as (
  id           uuid,
  role         text,
  type         text,
  origin_id    text,
  status       text,
  assigned_to  uuid,
  created_at   timestamptz,
  ended_at     timestamptz,
  wait_since   timestamptz,
  wait_until   timestamptz,
  work_since   timestamptz,
  work_until   timestamptz,
  wait_minutes numeric,
  work_minutes numeric
);
comment on type rowlock.analytics_interval is 'One row as a bar: its wait and its work.';

create type rowlock.analytics_little_figures as (
  since             timestamptz,
  until             timestamptz,
  mean_open         numeric,
  arrivals_per_hour numeric,
  mean_minutes      numeric,
  gap               numeric
);
comment on type rowlock.analytics_little_figures is 'L, lambda, W and L - lambda W of a window.';

create type rowlock.analytics_span as (
  subject_id text,
  holder     uuid,
  claimed_at timestamptz,
  started_at timestamptz,
  ended_at   timestamptz,
  lapsed     boolean
);
comment on type rowlock.analytics_span is 'A claim from its beginning to its end, by the journal.';

create type rowlock.analytics_workload_person as (
  user_id             uuid,
  claims              bigint,
  resolves            bigint,
  releases            bigint,
  lapses              bigint,
  median_work_minutes numeric,
  held_minutes        numeric,
  utilization         numeric
);
comment on type rowlock.analytics_workload_person is 'What one person did in a window.';

-- A window is read from this index alone, held times included.
drop index rowlock.escalation_role_ended_idx;
create index escalation_role_ended_idx on rowlock.escalation (role, ended_at)
  include (created_at, claimed_at, assigned_until, type, status) where ended_at is not null;
comment on index rowlock.escalation_role_ended_idx is
  'Serves what a role finished in a window, as in stats and analytics; guarded by the plan tests of stats and analytics.';

create index event_occurred_at_idx on rowlock.event using brin (occurred_at)
  with (pages_per_range = 32, autosummarize = on);
comment on index rowlock.event_occurred_at_idx is 'Serves workload: the journal is written in order of time, so a small index finds a window.';

create type rowlock.escalation_station as (
  role           text,
  pending        bigint,
  claimed        bigint,
  resolved       bigint,
  priority_count bigint,
  throughput_pct numeric,
  wait_p50       numeric,
  wait_p99       numeric,
  wait_avg       numeric,
  wait_max       numeric,
  work_p50       numeric,
  work_p99       numeric,
  work_avg       numeric,
  work_max       numeric
);
comment on type rowlock.escalation_station is 'How one role stands, and how it kept up in a period.';

create type rowlock.analytics_event_log_page as (
  rows jsonb,
  next text
);
comment on type rowlock.analytics_event_log_page is 'Events as arrays, and the cursor of the next page.';

create type rowlock.analytics_overview_figures as (
  triage     jsonb,
  throughput jsonb,
  trends     jsonb
);
comment on type rowlock.analytics_overview_figures is 'What waits, what tasks did, and each hour of a period.';

create type rowlock.origin_entry as (
  at     timestamptz,
  kind   text,
  id     text,
  record jsonb
);
comment on type rowlock.origin_entry is 'A task, an escalation or an event of an origin, and its time.';
