-- rowlock._escalation_search_where(query): what a query asks of a row, as predicate text; the one builder of page and count.
-- Reads: rowlock.role.
create or replace function rowlock._escalation_search_where(query jsonb)
returns text
language sql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
  -- Dynamic text, so that each query gets the plan of its own elements. It is made of these constants alone:
  -- every value is bound, as $1 (the checked query), $2 (the narrowed access) and $3 (the time).
  select coalesce(string_agg(w.predicate, ' and '), 'true')
  from (
    select p.predicate
    from (values
      ('type', $p$e.type = ($1 ->> 'type')$p$),
      ('subtype', $p$e.subtype = ($1 ->> 'subtype')$p$),
      ('entity', $p$e.entity = ($1 ->> 'entity')$p$),
      ('priority', $p$e.priority = ($1 ->> 'priority')::integer$p$),
      ('assigned_to', $p$e.assigned_to = ($1 ->> 'assigned_to')::uuid$p$),
      ('origin_id', $p$e.origin_id = ($1 ->> 'origin_id')$p$),
      ('workflow_id', $p$e.workflow_id = ($1 ->> 'workflow_id')$p$),
      ('task_id', $p$e.task_id = ($1 ->> 'task_id')::uuid$p$),
      ('ids', $p$e.id = any (array(select i.id::uuid from jsonb_array_elements_text($1 -> 'ids') i (id)))$p$),
      ('available', $p$rowlock._escalation_is_available(e.assigned_to, e.assigned_until, $3) = ($1 ->> 'available')::boolean$p$),
      ('held_by_me', case query ->> 'held_by_me'
        when 'true' then 'e.assigned_to = ($2).actor and e.assigned_until > $3'
        else '(e.assigned_to = ($2).actor and e.assigned_until > $3) is not true'
      end),
      ('jeopardy', case when query ->> 'jeopardy' = 'true' then '' else 'not ' end
        || 'exists (select from rowlock.role j where j.role = e.role and rowlock._escalation_in_jeopardy(e, j, $3))'),
      ('facets', $p$e.metadata @> ($1 -> 'facets')$p$),
      ('block', $p$not e.metadata @> any (array(select b.value from jsonb_array_elements($1 -> 'block') b))$p$),
      ('exists', $p$e.metadata ?& array(select k.key from jsonb_array_elements_text($1 -> 'exists') k (key))$p$)
    ) p (element, predicate)
    where query ? p.element
    union all
    select format($p$e.%s_at %s ($1 -> '%s' ->> '%s')::timestamptz$p$,
      case w.element when 'created' then 'created' else 'ended' end, b.operator, w.element, b.bound)
    from (values ('created'), ('ended')) w (element)
    cross join (values ('from', '>='), ('to', '<')) b (bound, operator)
    where query -> w.element ? b.bound
    union all
    -- The operator is one of the five that _escalation_search_range lets through.
    select format($p$rowlock._facet_number(e.metadata -> ($1 #>> '{range,%1$s,facet}')) %2$s ($1 #> '{range,%1$s,value}')::numeric$p$,
      r.n - 1, r.value ->> 'op')
    from jsonb_array_elements(query -> 'range') with ordinality r (value, n)
    union all
    select '(e.origin_id = ($1 ->> ''search'') or e.workflow_id = ($1 ->> ''search'')'
      -- What is no UUID cannot be an id; the cast would fail.
      || case when query ->> 'search' ~ '^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$'
        then ' or e.id = ($1 ->> ''search'')::uuid)' else ')' end
    where query ? 'search'
    union all
    -- A due row is closed at read time: it counts as expired before the sweep stamps it.
    select coalesce('(' || string_agg(case s.status
      when 'pending' then '(e.status = ''pending'' and (e.expires_at is null or e.expires_at > $3))'
      when 'expired' then '(e.status = ''expired'' or (e.status = ''pending'' and e.expires_at <= $3))'
      when 'resolved' then 'e.status = ''resolved'''
      when 'cancelled' then 'e.status = ''cancelled'''
    end, ' or ') || ')', 'false')
    from jsonb_array_elements_text(query -> 'status') s (status)
    where query ? 'status'
    having query ? 'status'
    union all
    -- Follows from these statuses, and lets the indexes of ended rows serve.
    select 'e.ended_at is not null' where query -> 'status' <@ '["resolved", "cancelled"]' and query -> 'status' <> '[]'
  ) w;
$$;

comment on function rowlock._escalation_search_where is
  'Predicate text over e for every element but role and roles, which are the scope''s. Without elements: true.';
revoke all on function rowlock._escalation_search_where from public;
