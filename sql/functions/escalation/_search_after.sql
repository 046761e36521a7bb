-- rowlock._escalation_search_after(after, sorting): the sort values that a cursor holds, if it came from this order.
create or replace function rowlock._escalation_search_after(
  after   text,
  sorting jsonb
)
returns jsonb
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_nullable constant text[] := array[
    'entity', 'origin_id', 'workflow_id', 'task_id', 'assigned_to', 'assigned_until', 'claimed_at', 'resolved_at',
    'expires_at', 'ended_at'];
  v_cursor jsonb;
  v_by     jsonb;
  v_fits   boolean;
begin
  select jsonb_agg((s.value ->> 'field') || ' ' || (s.value ->> 'direction') || case when s.value ->> 'type' = 'numeric' then ' numeric' else '' end order by s.n)
  into v_by
  from jsonb_array_elements(sorting) with ordinality s (value, n);

  begin
    v_cursor := rowlock._cursor_parse(after => after);
    -- A cursor may be forged: each value has to be one of its column's type.
    if v_cursor -> 'by' = v_by and jsonb_array_length(v_cursor -> 'key') = jsonb_array_length(sorting) then
      select bool_and(case
        when k.value is null then s.value ? 'facet' or s.value ->> 'field' = any (v_nullable)
        when s.value ->> 'type' = 'uuid' then k.value::uuid is not null
        when s.value ->> 'type' = 'integer' then k.value::integer is not null
        when s.value ->> 'type' = 'numeric' then k.value::numeric is not null
        when s.value ->> 'type' = 'timestamptz' then k.value::timestamptz is not null
        else true
      end)
      into v_fits
      from jsonb_array_elements(sorting) with ordinality s (value, n)
      join jsonb_array_elements_text(v_cursor -> 'key') with ordinality k (value, n) on k.n = s.n;
    end if;
  -- Not base64, not UTF-8, not JSON, nested too deep, not of the type.
  exception when data_exception or program_limit_exceeded then
    v_fits := false;
  end;

  if v_fits is not true then
    perform rowlock._argument_refuse(
      field => 'after',
      reason => case when jsonb_typeof(v_cursor -> 'by') = 'array' and v_cursor -> 'by' <> v_by then 'other_order' else 'not_cursor' end,
      hint => 'Give next of the page before, unchanged, and ask for the same order.');
  end if;
  return v_cursor -> 'key';
end;
$$;

comment on function rowlock._escalation_search_after is
  'The values to go on after. Raises PT400 for what is no cursor, or one of another order.';
revoke all on function rowlock._escalation_search_after from public;
