-- rowlock.tasks: every task, for DBAs and dashboards.
create or replace view rowlock.tasks as
select
  t.completed_at is null as open,
  t.started_at - t.created_at as wait,
  t.completed_at - t.started_at as work,
  t.*
from rowlock.task as t;

comment on view rowlock.tasks is
  'Every task. wait and work are the intervals before and after its start.';
-- Payloads are left out: they need a grant of their own.
select rowlock._view_grant('tasks', array['envelope', 'data', 'error', 'milestones']);
