-- rowlock._escalation_search_arms(query, predicate, ordered, columns, parts): the pending rows of a scope, queue by queue, as query text.
-- Reads: rowlock.escalation.
create or replace function rowlock._escalation_search_arms(
  query     jsonb,
  predicate text,
  ordered   boolean,
  columns   text default 'e.id, e.priority, e.created_at',
  parts     text[] default '{free,leased,mine}'
)
returns text
language sql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
  -- Free and leased rows are in two indexes: two arms a role, never an OR over availability. A third has the rows that
  -- count as the actor's own in roles of self scope. $4 bounds each arm, and LIMIT keeps one descent a role.
  select string_agg(case
    when a.part <> 'mine' then format($p$
      select c.*
      from unnest(($2).read_all) r (role)
      cross join lateral (
        select %s
        from only rowlock.escalation e
        where e.role = r.role and e.status = 'pending' and %s and %s
        order by %s limit $4
      ) c$p$, columns, a.lease, predicate, case when ordered then o.rank else a.index_order end)
    else format($p$
      (select %s
       from only rowlock.escalation e
       where ($2).read_self <> '{}' and e.assigned_to = any (($2).mine) and e.role = any (($2).read_self)
         and rowlock._can_read($2, e.role, e.assigned_to)
         and e.status = 'pending' and %s and %s
       order by %s limit $4)$p$, columns, a.lease, predicate, case when ordered then o.rank else a.index_order end)
  end, ' union all ')
  from (values ('e.priority, e.created_at, e.id')) o (rank)
  cross join lateral (values
    ('free', 'e.assigned_until is null', o.rank, query -> 'available' is distinct from 'false'),
    ('leased', case query ->> 'available'
      when 'true' then 'e.assigned_until <= $3'
      when 'false' then 'e.assigned_until > $3'
      else 'e.assigned_until is not null'
    end, 'e.assigned_until', true),
    ('mine', case when query ? 'available'
      then 'rowlock._escalation_is_available(e.assigned_to, e.assigned_until, $3) = ($1 ->> ''available'')::boolean'
      else 'true'
    end, 'e.assigned_to', true)
  ) a (part, lease, index_order, wanted)
  -- A row without a lease is available: asked for the others, the free arm would be walked in vain.
  where a.wanted and a.part = any (parts);
$$;

comment on function rowlock._escalation_search_arms is
  'Query text that gives columns of pending rows e; each arm bounded by $4, in rank order when ordered, else in that of its index.';
revoke all on function rowlock._escalation_search_arms from public;
