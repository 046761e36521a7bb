-- rowlock._can_manage(access, role): the MANAGE gate on one role, as an inlined predicate.
create or replace function rowlock._can_manage(
  access rowlock.access,
  role   text
)
returns boolean
language sql stable security invoker
as $$
  select ($1).is_global or $2 operator(pg_catalog.=) any (($1).write_all)
$$;

comment on function rowlock._can_manage is 'May this actor create, release and escalate in the role? Global, or write=all on it.';
revoke all on function rowlock._can_manage from public;
