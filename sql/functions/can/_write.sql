-- rowlock._can_write(access, role, assigned_to): the WRITE gate on one row, as an inlined predicate.
create or replace function rowlock._can_write(
  access      rowlock.access,
  role        text,
  assigned_to uuid
)
returns boolean
language sql stable security invoker
as $$
  select ($1).is_global
    or $2 operator(pg_catalog.=) any (($1).write_all)
    or ($2 operator(pg_catalog.=) any (($1).write_self) and $3 is not null and $3 operator(pg_catalog.=) any (($1).mine)
      and ($3 operator(pg_catalog.=) ($1).actor
        or ($2 operator(pg_catalog.||) ':' operator(pg_catalog.||) $3::pg_catalog.text) operator(pg_catalog.=) any (($1).write_for)))
$$;

comment on function rowlock._can_write is 'May this actor act on the row? Global, write=all on its role, or write=self and assigned to the actor, or to somebody it stands in for there.';
revoke all on function rowlock._can_write from public;
