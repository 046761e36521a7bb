-- rowlock.events: the journal, for DBAs and dashboards; programs read it through event_since.
create or replace view rowlock.events as
select e.*
from rowlock.event as e;

comment on view rowlock.events is 'Every event that retention has kept. Not a cursor: late commits appear below numbers already seen.';
select rowlock._view_grant('events');
