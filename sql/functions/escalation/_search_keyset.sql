-- rowlock._escalation_search_keyset(sorting, key): the rows after a place in an order, as predicate text.
create or replace function rowlock._escalation_search_keyset(
  sorting jsonb,
  key     jsonb
)
returns text
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  -- The columns that are never null.
  v_filled constant text[] := array['id', 'role', 'type', 'subtype', 'status', 'priority', 'created_at', 'updated_at'];
  v_text   text;
  v_first  text;
  v_after  text;
  v_column text;
  v_bound  text;
begin
  if key is null then
    return 'true';
  end if;
  -- The rank of the queue as one row comparison, which the free index descends to.
  if sorting = rowlock._escalation_search_order(order_by => '[]') then
    return '(e.priority, e.created_at, e.id) > '
      '(($1 #>> ''{key,0}'')::integer, ($1 #>> ''{key,1}'')::timestamptz, ($1 #>> ''{key,2}'')::uuid)';
  end if;

  -- Inside out: after in the last field, or equal there and after in the next one, …
  for i in reverse jsonb_array_length(sorting) - 1 .. 0 loop
    -- Dynamic text from the whitelists of _escalation_search_order only: columns and types. The values stay bound.
    v_column := rowlock._escalation_search_column(sorting => sorting, n => i);
    v_bound := format('($1 #>> ''{key,%s}'')::%s', i, sorting #>> array[i::text, 'type']);
    -- Null is greater than every value, as in the server's own order.
    v_after := case
      when key -> i = 'null' and sorting #>> array[i::text, 'direction'] = 'asc' then 'false'
      when key -> i = 'null' then format('%s is not null', v_column)
      when sorting #>> array[i::text, 'direction'] = 'asc' then format('(%1$s > %2$s or %1$s is null)', v_column, v_bound)
      else format('%s < %s', v_column, v_bound)
    end;
    v_first := case when key -> i = 'null' then format('%s is null', v_column) else format('%s = %s', v_column, v_bound) end;
    v_text := case when v_text is null then v_after else format('(%s or (%s and %s))', v_after, v_first, v_text) end;
  end loop;
  -- Said of the first column by itself, an index in that order begins there and does not walk up to it.
  if sorting #>> '{0,field}' = any (v_filled) then
    v_text := format('(%s %s %s and %s)', v_column,
      case sorting #>> '{0,direction}' when 'asc' then '>=' else '<=' end, v_bound, v_text);
  end if;
  return v_text;
end;
$$;

comment on function rowlock._escalation_search_keyset is
  'Predicate text over e with the key in $1; true without a key. A missing value sorts as the greatest.';
revoke all on function rowlock._escalation_search_keyset from public;
