-- rowlock.runs: every run, for DBAs and dashboards.
-- Functions in a view are called with the reader's rights, so the expressions stand here.
create or replace view rowlock.runs as
select
  r.status = 'running' and exists (
    select 1
    from rowlock.escalation as e
    where e.run_id = r.id and e.status = 'pending'
  ) as parked,
  r.started_at - r.pending_since as wait,
  r.finished_at - r.started_at as work,
  r.*
from rowlock.run as r;

comment on view rowlock.runs is
  'Every run. parked: it is running and waits for an answer; wait and work are the intervals of its attempt.';
-- Where it works is for whoever may sign in.
select rowlock._view_grant('runs', array['cwd']);
