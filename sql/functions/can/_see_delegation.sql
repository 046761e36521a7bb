-- rowlock._can_see_delegation(access, from_user, to_user, role): may the actor see, and end, a delegation? As an inlined predicate.
create or replace function rowlock._can_see_delegation(
  access    rowlock.access,
  from_user uuid,
  to_user   uuid,
  role      text
)
returns boolean
language sql stable security invoker
as $$
  select ($1).is_global
    or $2 operator(pg_catalog.=) ($1).actor
    or $3 operator(pg_catalog.=) ($1).actor
    or $4 operator(pg_catalog.=) any (($1).admin_of)
$$;

comment on function rowlock._can_see_delegation is 'Its two people, admins of its role, and global accounts.';
revoke all on function rowlock._can_see_delegation from public;
