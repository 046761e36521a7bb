-- rowlock._escalation_search_query(query): a query checked element by element, in the one form that the builders read.
create or replace function rowlock._escalation_search_query(query jsonb)
returns jsonb
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_kinds  constant jsonb := jsonb_build_object(
    'role', 'text', 'roles', 'texts', 'status', 'status', 'type', 'text', 'subtype', 'text', 'entity', 'text',
    'priority', 'integer', 'assigned_to', 'uuid', 'origin_id', 'text', 'workflow_id', 'text', 'task_id', 'uuid',
    'ids', 'uuids', 'search', 'text', 'available', 'boolean', 'held_by_me', 'boolean', 'created', 'window',
    'ended', 'window', 'order_by', 'order', 'max_rows', 'integer', 'skip_rows', 'integer',
    'after', 'cursor', 'count', 'count', 'facets', 'facets', 'block', 'facets', 'range', 'facets',
    'exists', 'facets', 'jeopardy', 'boolean');
  v_query  jsonb := '{"max_rows": 50, "skip_rows": 0}';
  v_named  text[] := '{}';
  v_name   text;
  v_value  jsonb;
  r        record;
begin
  -- Sizes are judged element by element, so that the one that is too large is named.
  perform rowlock._argument_object(field => 'query', value => query, max_bytes => 1073741823);
  for r in select q.key, q.value from jsonb_each(query) q order by q.key loop
    v_name := rowlock._escalation_search_name(key => r.key);
    if not v_kinds ? v_name then
      perform rowlock._argument_refuse(
        field => r.key, reason => 'unknown',
        hint => 'A query has no such element; GET /api/escalations and the comment of escalation_search list all.');
    end if;
    continue when r.value = 'null';
    perform rowlock._argument_size(field => r.key, value => r.value);

    if v_name = any (v_named) or (v_name <> r.key and coalesce(query -> v_name, 'null') <> 'null') then
      perform rowlock._argument_refuse(
        field => r.key, reason => 'two_names', hint => format('Give %s once, in one spelling.', v_name));
    end if;
    v_named := v_named || v_name;
    v_value := case v_kinds ->> v_name
      when 'status' then rowlock._escalation_search_status(value => r.value)
      when 'window' then rowlock._escalation_search_window(field => r.key, value => r.value)
      when 'facets' then rowlock._escalation_search_facets(field => v_name, value => r.value)
      when 'order' then rowlock._escalation_search_order(order_by => r.value)
      else rowlock._escalation_search_value(field => r.key, kind => v_kinds ->> v_name, value => r.value)
    end;
    -- What an empty search box sends is no search; every row has all of no facets.
    continue when r.key = 'search' and v_value = '""' or r.key = 'facets' and v_value = '{}';
    v_query := v_query || jsonb_build_object(v_name, v_value);
  end loop;

  -- What is in jeopardy is pending: said so, the queue indexes serve it.
  if v_query -> 'jeopardy' = 'true' and not v_query ? 'status' then
    v_query := v_query || '{"status": ["pending"]}';
  end if;
  if not v_query ? 'order_by' then
    v_query := v_query || jsonb_build_object('order_by', rowlock._escalation_search_order(order_by => '[]'));
  end if;
  if v_query ? 'after' then
    if v_query -> 'skip_rows' <> '0' then
      perform rowlock._argument_refuse(
        field => 'after', reason => 'with_offset', hint => 'Go on with a cursor or with an offset, not both.');
    end if;
    v_query := v_query || jsonb_build_object('key', rowlock._escalation_search_after(
      after => v_query ->> 'after', sorting => v_query -> 'order_by'));
  end if;
  return v_query;
end;
$$;

comment on function rowlock._escalation_search_query is
  'The elements that are not null, checked; max_rows, skip_rows and order_by always, key from a cursor. Raises PT400 naming the element.';
revoke all on function rowlock._escalation_search_query from public;
