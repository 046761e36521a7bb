-- Verbs of projects and work items: their topics, the shapes of their answers, and the lists of items.

insert into rowlock.topic_catalog (topic, description, category, source) values
  ('project.created', 'A project was made.', 'plan', 'project_create'),
  ('project.updated', 'A project was changed, or unarchived.', 'plan', 'project_patch'),
  ('project.archived', 'A project was archived: its structure stands still.', 'plan', 'project_archive'),
  ('work_item.created', 'A work item was added to a plan.', 'plan', 'work_item_create'),
  ('work_item.updated', 'A work item, or its place among its siblings, was changed.', 'plan', 'work_item_patch'),
  ('work_item.status_changed', 'The status of a work item was changed.', 'plan', 'work_item_transition'),
  ('work_item.reparented', 'A work item was moved, with all below it.', 'plan', 'work_item_move'),
  ('work_item.deleted', 'A work item was deleted, with all below it and their runs.', 'plan', 'work_item_delete');

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
comment on type rowlock.work_item_deleted is 'The item as it was, with the version of its deletion, and what went with it: how many items below, and the ids of all their runs.';

create type rowlock.work_item_place as (
  id   uuid,
  path text
);
comment on type rowlock.work_item_place is 'Internal: an item of a tree, and the path that its links give it.';
