-- rowlock._host_outcome(pinned, presented, is_suspect, last_seen_at, at): what to make of who speaks for a host.
create or replace function rowlock._host_outcome(
  pinned       uuid,
  presented    uuid,
  is_suspect   boolean,
  last_seen_at timestamptz,
  at           timestamptz
)
returns text
language sql immutable security invoker
as $$
  select case
    when presented is null then 'alive'
    when pinned is null then 'pinned'
    when pinned operator(pg_catalog.=) presented then 'recognized'
    -- Only an operator ends suspicion, however long the pinned instance has been silent.
    when is_suspect then 'suspect'
    when rowlock._host_is_alive(last_seen_at, at) then 'flagged'
    else 'reinstalled'
  end
$$;

comment on function rowlock._host_outcome is
  'alive: no instance is named. pinned: the first one. recognized: the pinned one. flagged: another while the pinned one is alive, the host becomes suspect. suspect: another while it is. reinstalled: another after the pinned one was gone.';
revoke all on function rowlock._host_outcome from public;
