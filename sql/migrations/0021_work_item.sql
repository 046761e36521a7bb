-- Verbs of projects and work items: their topics, the shapes of their answers, and the lists of items.

insert into rowlock.topic_catalog (topic, description, category, source) values
  ('project.created', 'A project was made.', 'plan', 'project_create'),
  ('work_item.created', 'A work item was added to a plan.', 'plan', 'work_item_create');

create index work_item_root_idx on rowlock.work_item (project_id, sort_order, id) where parent_id is null;
create index work_item_assignee_idx on rowlock.work_item (assignee, project_id, path, id) where assignee is not null;
comment on index rowlock.work_item_root_idx is 'Serves work_item_list of the roots of a project; guarded by the plan test of work items.';
comment on index rowlock.work_item_assignee_idx is 'Serves work_item_list by assignee; guarded by the plan test of work items.';

create type rowlock.project_page as (
  items jsonb,
  total bigint
);
comment on type rowlock.project_page is 'Records of a page, and how many match.';

create type rowlock.work_item_page as (
  items jsonb,
  next  text
);
comment on type rowlock.work_item_page is 'Records of a page, and the cursor of the next one.';

create type rowlock.work_item_progress as (
  done  integer,
  total integer,
  ratio numeric
);
comment on type rowlock.work_item_progress is 'How many of the items below are done, of how many that are not cancelled; without any, no ratio.';

create type rowlock.work_item_deleted as (
  work_item   rowlock.work_item,
  descendants integer,
  run_ids     uuid[]
);
comment on type rowlock.work_item_deleted is 'The item as it was, and what went with it: how many items below, and the ids of all their runs.';
