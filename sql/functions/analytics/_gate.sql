-- rowlock._analytics_gate(query, access): the scope and the query on a row, as predicate text.
create or replace function rowlock._analytics_gate(
  query  jsonb,
  access rowlock.access
)
returns text
language sql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
  -- Who reads no own rows is asked for none, so that an index of roles alone answers.
  select format('%s and %s',
    case
      when access.read_self <> '{}' then rowlock._escalation_search_gate(access => access)
      else 'rowlock._can_read($2, e.role, null)'
    end,
    rowlock._escalation_search_where(query => query));
$$;

comment on function rowlock._analytics_gate is
  'Predicate text over e with the query in $1, the narrowed access in $2, the time in $3.';
revoke all on function rowlock._analytics_gate from public;
