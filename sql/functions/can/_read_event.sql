-- rowlock._can_read_event(access, topic, role, assigned_to): the READ gate on one event, as an inlined predicate.
create or replace function rowlock._can_read_event(
  access      rowlock.access,
  topic       text,
  role        text,
  assigned_to uuid
)
returns boolean
language sql stable security invoker
as $$
  select ($1).is_global
    or $3 operator(pg_catalog.=) any (($1).read_all)
    or ($3 operator(pg_catalog.=) any (($1).read_self) and $4 is not null and $4 operator(pg_catalog.=) any (($1).mine)
      and ($4 operator(pg_catalog.=) ($1).actor
        or ($3 operator(pg_catalog.||) ':' operator(pg_catalog.||) $4::pg_catalog.text) operator(pg_catalog.=) any (($1).read_for)))
    or $2 operator(pg_catalog.~) '^(project|work_item|run|worker)[.]'
    or ($2 operator(pg_catalog.~) '^delegation[.]' and ($3 operator(pg_catalog.=) any (($1).read_self)
      or ($4 is not null and $4 operator(pg_catalog.=) ($1).actor)))
$$;

comment on function rowlock._can_read_event is
  'May this actor see the event? As _can_read; of the plan, its runs and their workers whoever signed in; of a delegation who gets it, and all members of its role.';
revoke all on function rowlock._can_read_event from public;
