-- rowlock._can_plan(access): the gate of the plan, as an inlined predicate.
create or replace function rowlock._can_plan(access rowlock.access)
returns boolean
language sql stable security invoker
as $$
  select ($1).is_global
    or ($1).admin_of operator(pg_catalog.<>) '{}'
    or 'planner' operator(pg_catalog.=) any (($1).write_all)
    or 'planner' operator(pg_catalog.=) any (($1).write_self)
$$;

comment on function rowlock._can_plan is 'May this actor write the plan? Global, of admin type in some role, or with a write scope in the role planner.';
revoke all on function rowlock._can_plan from public;
