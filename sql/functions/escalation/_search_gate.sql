-- rowlock._escalation_search_gate(access): the READ gate on a row, as predicate text.
create or replace function rowlock._escalation_search_gate(access rowlock.access)
returns text
language sql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
  -- Who sees own rows alone is told so by a plain condition too: an index serves it, and no index serves the OR.
  select 'rowlock._can_read($2, e.role, e.assigned_to)' || case
    when access.is_global or access.read_all <> '{}' then ''
    when access.delegations is null then ' and e.assigned_to = ($2).actor'
    else ' and e.assigned_to = any (($2).mine)'
  end;
$$;

comment on function rowlock._escalation_search_gate is 'Predicate text over e with the narrowed access in $2.';
revoke all on function rowlock._escalation_search_gate from public;
