-- rowlock._host_is_alive(last_seen_at, at): has the pinned instance been heard of within 90 seconds?
create or replace function rowlock._host_is_alive(
  last_seen_at timestamptz,
  at           timestamptz
)
returns boolean
language sql immutable security invoker
as $$
  select coalesce($2 operator(pg_catalog.-) $1 operator(pg_catalog.<=) interval '90 seconds', false)
$$;

comment on function rowlock._host_is_alive is
  'The one boundary: 90.000000 s is alive, a microsecond more is gone; never seen is gone.';
revoke all on function rowlock._host_is_alive from public;
