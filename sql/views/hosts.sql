-- rowlock.hosts: every host, for DBAs and dashboards.
create or replace view rowlock.hosts as
select
  h.status = 'online' and not h.instance_suspect
    and coalesce(clock_timestamp() - h.last_seen_at <= interval '90 seconds', false) as eligible,
  clock_timestamp() - h.last_seen_at as silence,
  h.id,
  h.name,
  h.platform,
  h.bot_id,
  h.status,
  h.instance_id,
  h.instance_suspect,
  h.instance_flagged_at,
  h.presented_instance_id,
  h.last_seen_at,
  h.version,
  h.created_at,
  h.updated_at
from rowlock.host as h;

comment on view rowlock.hosts is
  'Every host. eligible: a run may be claimed for it now; silence: since the last beat of its pinned instance.';
select rowlock._view_grant('hosts');
