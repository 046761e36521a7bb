-- Levels: what a role does with rows that wait too long.

create table rowlock.role_level (
  role           text not null,
  level          smallint not null,
  after_minutes  integer not null,
  action         text not null,
  target_role    text,
  target_user    uuid,
  repeat_minutes integer,
  constraint role_level_pkey primary key (role, level),
  constraint role_level_role_fkey foreign key (role) references rowlock.role (role) on delete cascade,
  constraint role_level_target_role_fkey foreign key (target_role) references rowlock.role (role),
  constraint role_level_target_user_fkey foreign key (target_user)
    references rowlock.user_account (id) on delete set null,
  constraint role_level_level_range check (level between 1 and 9),
  constraint role_level_after_range check (after_minutes between 1 and 525600),
  constraint role_level_repeat_range check (repeat_minutes between 1 and 525600),
  constraint role_level_action_known check (action in ('notify', 'reassign', 'assign')),
  constraint role_level_repeat_notify check (repeat_minutes is null or action = 'notify'),
  constraint role_level_target_role_reassign check ((action = 'reassign') = (target_role is not null)),
  constraint role_level_target_user_assign check (action = 'assign' or target_user is null),
  constraint role_level_other_role check (target_role <> role)
);
create index role_level_target_role_idx on rowlock.role_level (target_role) where target_role is not null;
create index role_level_target_user_idx on rowlock.role_level (target_user) where target_user is not null;
comment on table rowlock.role_level is 'What is done with a pending row of a role that waits for so long.';
comment on column rowlock.role_level.level is 'Counts from 1 without a gap, a role.';
comment on column rowlock.role_level.after_minutes is 'Since the row came into the role; more than that of the level before.';
comment on column rowlock.role_level.action is 'notify: only an event; reassign: to another role; assign: to a person, without a claim.';
comment on column rowlock.role_level.target_role is 'Where reassign takes it.';
comment on column rowlock.role_level.target_user is 'Whom assign gives it to; null: that account was deleted, and the level is reached without effect.';
comment on column rowlock.role_level.repeat_minutes is 'Of notify: the event comes again so often, until the next level; null: once.';
comment on index rowlock.role_level_target_role_idx is 'Serves the foreign key: a target role that is deleted.';
comment on index rowlock.role_level_target_user_idx is 'Serves the foreign key: an account that is deleted.';

-- None of these is in an index: what a claim writes and what a level writes stays one heap page.
alter table rowlock.escalation
  add column level smallint not null default 0,
  add column level_repeats integer not null default 0,
  add column level_from timestamptz,
  add column level_at timestamptz;
comment on column rowlock.escalation.level is 'The level of its role that it has reached; 0: none yet.';
comment on column rowlock.escalation.level_repeats is 'How many reminders of this level there were.';
comment on column rowlock.escalation.level_from is 'Since when levels count: when it came into the role; null: since created_at.';
comment on column rowlock.escalation.level_at is 'When the level was reached, or the last reminder of it was due.';

create type rowlock.role_levels as (
  role   text,
  levels jsonb
);
comment on type rowlock.role_levels is 'A role and its levels, the first one first.';

insert into rowlock.topic_catalog (topic, description, category, source) values
  ('escalation.level_reached', 'A row reached a level of its role, or is reminded of it.', 'escalation',
   'escalation_level_apply');

insert into rowlock.timer (name, function, every, batch_rows) values
  ('level', 'escalation_level_apply', '30 seconds', 500);
