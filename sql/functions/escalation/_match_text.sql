-- rowlock._escalation_match_text(query, access, way, at): the page of rows that a query asks for, as query text.
-- Reads: rowlock.escalation.
create or replace function rowlock._escalation_match_text(
  query  jsonb,
  access rowlock.access,
  way    text,
  at     timestamptz
)
returns text
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  -- The text is these constants and the predicate of _escalation_search_where, without available; every value is
  -- bound. Free and leased rows are in two indexes, so they are two arms; what cannot give a row is left out, because
  -- planning is most of the work.
  v_where constant text := ' and e.id <> all ($5) and ' || rowlock._escalation_search_where(query => query - 'available');
  v_row   constant text := 'select e.id, e.version, e.priority, e.created_at from only rowlock.escalation e where e.status = ''pending''';
  v_role  constant text := 'select c.* from unnest(($2).read_all) r (role) cross join lateral (';
  v_rank  constant text := ' order by e.priority, e.created_at, e.id limit ';
  v_text  text := v_role || case way
    when 'walk' then replace(v_row, 'only rowlock.escalation e where', '(select e.* from only rowlock.escalation e '
      'where e.role = r.role and e.status = ''pending'' and e.assigned_until is null' || v_rank || '$6) e where')
      || v_where || v_rank || '$4) c'
    -- No index has a sum: what is found by another one is sorted.
    when 'sort' then v_row || ' and e.role = r.role and e.assigned_until is null' || v_where
      || ' order by e.priority + 0, e.created_at, e.id limit $4) c'
    else v_row || ' and e.role = r.role and e.assigned_until is null' || v_where || v_rank || '$4) c'
  end;
begin
  if exists (
    select from only rowlock.escalation e
    where e.role = any (access.read_all) and e.status = 'pending' and e.assigned_until <= at)
  then
    v_text := v_text || ' union all ' || v_role || v_row || ' and e.role = r.role and e.assigned_until <= $3' || v_where
      || ' order by e.assigned_until limit $4) c';
  end if;
  if access.read_self <> '{}' then
    v_text := v_text || ' union all (' || v_row || ' and e.assigned_to = any (($2).mine) and e.role = any (($2).read_self)'
      ' and rowlock._can_read($2, e.role, e.assigned_to)'
      ' and (e.assigned_until is null or e.assigned_until <= $3)' || v_where || v_rank || '$4)';
  end if;
  return 'select array_agg(p.id), array_agg(p.version) from (select q.* from (' || v_text
    || ') q order by q.priority, q.created_at, q.id limit $4) p';
end;
$$;

comment on function rowlock._escalation_match_text is
  'Query text that gives the ids and the versions of a page of $4 rows without those of $5, in rank order. way: queue, as the planner likes; walk, the first $6 free rows of each role; sort, not by the order of the queue.';
revoke all on function rowlock._escalation_match_text from public;
