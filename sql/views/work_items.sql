-- rowlock.work_items: every work item, for DBAs and dashboards.
create or replace view rowlock.work_items as
select
  array_length(string_to_array(w.path, '/'), 1) - 1 as depth,
  w.*
from rowlock.work_item as w;

comment on view rowlock.work_items is 'Every work item; depth 0 is a root.';
select rowlock._view_grant('work_items');
