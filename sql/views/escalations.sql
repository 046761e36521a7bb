-- rowlock.escalations: every row with what the clock says of it, for DBAs and dashboards.
-- Functions in a view are called with the reader's rights, so the expressions stand here.
create or replace view rowlock.escalations as
select
  e.assigned_to is null or e.assigned_until is null or e.assigned_until <= clock_timestamp() as available,
  e.status = 'pending' and coalesce(e.assigned_until > clock_timestamp(), false) as held,
  e.status = 'pending' and coalesce(e.expires_at <= clock_timestamp(), false) as due,
  e.assigned_until as claim_expires_at,
  e.claimed_at - e.created_at as wait,
  e.resolved_at - e.claimed_at as work,
  e.*
from rowlock.escalation as e;

comment on view rowlock.escalations is
  'Every escalation. available is blind to status and deadline; wait and work are the intervals before and after the claim.';
-- Envelope and payloads are left out: they need a grant of their own.
select rowlock._view_grant('escalations', array['envelope', 'escalation_payload', 'resolver_payload', 'on_timeout']);
