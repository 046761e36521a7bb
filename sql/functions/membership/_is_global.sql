-- rowlock._membership_is_global(role, type): does a membership give global access? As an inlined predicate.
create or replace function rowlock._membership_is_global(
  role text,
  type text
)
returns boolean
language sql immutable security invoker
as $$
  select $2 operator(pg_catalog.=) 'superadmin'
    or ($1 operator(pg_catalog.=) 'admin' and $2 operator(pg_catalog.=) 'admin')
$$;

comment on function rowlock._membership_is_global is 'That of a superadmin in any role, and that of an admin in the role admin.';
revoke all on function rowlock._membership_is_global from public;
