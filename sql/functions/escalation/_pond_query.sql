-- rowlock._escalation_pond_query(query): a query of what to claim, checked: pending and available rows, in rank order.
create or replace function rowlock._escalation_pond_query(query jsonb)
returns jsonb
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_page  constant text[] := array['order_by', 'max_rows', 'skip_rows', 'after', 'count'];
  v_query jsonb;
  v_name  text;
begin
  perform rowlock._argument_object(field => 'query', value => query, required => true);
  v_query := rowlock._escalation_search_query(query => query);
  select min(q.key) into v_name from jsonb_each(query) q
  where rowlock._escalation_search_name(key => q.key) = any (v_page) and q.value <> 'null';
  if v_name is not null then
    perform rowlock._argument_refuse(
      field => v_name, reason => 'not_for_claims', hint => 'Claims go by rank; how many is said beside the query.');
  end if;
  -- Said otherwise, it asks for what cannot be claimed.
  if v_query -> 'status' <> '["pending"]' then
    perform rowlock._argument_refuse(
      field => 'status', reason => 'not_for_claims', hint => 'Pending rows alone can be claimed; leave it out.');
  end if;
  if v_query -> 'available' = 'false' then
    perform rowlock._argument_refuse(
      field => 'available', reason => 'not_for_claims', hint => 'Available rows alone can be claimed; leave it out.');
  end if;
  if not v_query ? 'role' then
    perform rowlock._argument_text(field => 'role', value => null, required => true);
  end if;
  return v_query || '{"status": ["pending"], "available": true}';
end;
$$;

comment on function rowlock._escalation_pond_query is
  'The elements of a search; pending and available are forced, a role is required. Raises PT400 naming the element.';
revoke all on function rowlock._escalation_pond_query from public;
