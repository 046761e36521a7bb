-- rowlock.projects: every project, for DBAs and dashboards.
create or replace view rowlock.projects as
select p.*
from rowlock.project as p;

comment on view rowlock.projects is 'Every project.';
select rowlock._view_grant('projects');
