-- Delegation: for a while somebody may do in a role what another one may do there.

create table rowlock.delegation (
  id         uuid primary key,
  from_user  uuid not null,
  to_user    uuid not null,
  role       text not null,
  since      timestamptz not null,
  until      timestamptz not null,
  reason     text,
  created_by uuid not null,
  created_at timestamptz not null,
  revoked_by uuid,
  revoked_at timestamptz,
  constraint delegation_from_user_fkey foreign key (from_user) references rowlock.user_account (id) on delete cascade,
  constraint delegation_to_user_fkey foreign key (to_user) references rowlock.user_account (id) on delete cascade,
  constraint delegation_other check (from_user <> to_user),
  constraint delegation_window check (since < until and isfinite(since) and isfinite(until))
);
create index delegation_to_user_idx on rowlock.delegation (to_user, coalesce(revoked_at, until));
create index delegation_from_user_idx on rowlock.delegation (from_user, role, coalesce(revoked_at, until));
create index delegation_role_idx on rowlock.delegation (role);
comment on table rowlock.delegation is 'Who stands in for whom, in which role and when. A row stays when it is over.';
comment on column rowlock.delegation.from_user is 'Whose scope it is; it counts while the account is active and in the role.';
comment on column rowlock.delegation.to_user is 'Who has it meanwhile.';
comment on column rowlock.delegation.role is 'By name and no foreign key, so that what is over outlives the role.';
comment on column rowlock.delegation.since is 'From this moment on.';
comment on column rowlock.delegation.until is 'Up to this moment and not at it, as it was given; revoked_at may come before.';
comment on column rowlock.delegation.reason is 'Why, for people to read.';
comment on column rowlock.delegation.revoked_by is 'Who ended it before its time, or the membership that it came of.';
comment on column rowlock.delegation.revoked_at is 'When it was ended before its time.';
comment on index rowlock.delegation_to_user_idx is 'Serves the verbs of delegates, and the foreign key.';
comment on index rowlock.delegation_from_user_idx is 'Serves memberships that end, the list of an account, and the foreign key.';
comment on index rowlock.delegation_role_idx is 'Serves the list of a role, and the search for a circle.';

alter table rowlock.user_account add column delegate_until timestamptz;
comment on column rowlock.user_account.delegate_until is 'Until then it may be a delegate; null or past: it is none.';

create type rowlock.delegation_page as (
  items jsonb,
  total bigint
);
comment on type rowlock.delegation_page is 'Delegations, and how many there are.';

alter type rowlock.access add attribute mine uuid[];
alter type rowlock.access add attribute read_for text[];
alter type rowlock.access add attribute write_for text[];
alter type rowlock.access add attribute delegations jsonb;
comment on column rowlock.access.mine is 'The actor, and those for whom it acts: candidates of rows that count as assigned to it.';
comment on column rowlock.access.read_for is 'role:account of those whose rows in that role are read as one''s own.';
comment on column rowlock.access.write_for is 'role:account of those whose rows in that role are acted on as one''s own.';
comment on column rowlock.access.delegations is 'By which delegations this is so, the nearest first; null: by none.';

alter type rowlock.event_viewer add attribute read_for text[];

alter table rowlock.approval add column on_behalf_of uuid;
comment on column rowlock.approval.on_behalf_of is 'For whom it was answered, by a delegation; it counts as that person''s, once.';

insert into rowlock.topic_catalog (topic, description, category, source) values
  ('delegation.created', 'For a while somebody may do what another may.', 'access', 'delegation_create'),
  ('delegation.revoked', 'A delegation ended before its time.', 'access', 'delegation_revoke');
