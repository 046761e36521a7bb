-- rowlock._host_eligible(at, target): the hosts that may take a run now.
-- Reads: rowlock.host.
create or replace function rowlock._host_eligible(
  at     timestamptz,
  target uuid default null
)
returns setof rowlock.host
language sql stable security invoker
as $$
  select h.*
  from rowlock.host h
  where rowlock._host_is_eligible(h.status, h.instance_suspect, h.last_seen_at, _host_eligible.at)
    and (_host_eligible.target is null or h.id operator(pg_catalog.=) _host_eligible.target)
$$;

comment on function rowlock._host_eligible is
  'Online, not suspect, and alive by arithmetic; of one host alone when target names it.';
revoke all on function rowlock._host_eligible from public;
