-- rowlock._host_is_eligible(status, instance_suspect, last_seen_at, at): may a host take a run?
create or replace function rowlock._host_is_eligible(
  status           text,
  instance_suspect boolean,
  last_seen_at     timestamptz,
  at               timestamptz
)
returns boolean
language sql immutable security invoker
as $$
  -- The status may be late: the sweep has not come by.
  select status operator(pg_catalog.=) 'online' and not instance_suspect and rowlock._host_is_alive(last_seen_at, at);
$$;

comment on function rowlock._host_is_eligible is
  'Online, not suspect, and alive by arithmetic. A predicate of queries: it is inlined.';
revoke all on function rowlock._host_is_eligible from public;
