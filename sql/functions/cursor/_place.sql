-- rowlock._cursor_place(after, types): the place that the cursor of a list holds, if it came from a list in this order.
create or replace function rowlock._cursor_place(
  after text,
  types text[]
)
returns jsonb
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_place jsonb;
  v_fits  boolean;
begin
  if after is null then
    return null;
  end if;
  perform rowlock._argument_text(field => 'after', value => after, max_length => 8000);
  begin
    v_place := rowlock._cursor_parse(after => after);
    -- A cursor may be forged, or of a list in another order: each value has to be one of its column's type.
    if jsonb_typeof(v_place) = 'array' and jsonb_array_length(v_place) = cardinality(types) then
      select bool_and(case t.type
        when 'uuid' then (p.value #>> '{}')::uuid is not null
        when 'integer' then (p.value #>> '{}')::integer is not null
        when 'timestamptz' then (p.value #>> '{}')::timestamptz is not null
        else jsonb_typeof(p.value) = 'string'
      end)
      into v_fits
      from unnest(types) with ordinality t (type, n)
      join jsonb_array_elements(v_place) with ordinality p (value, n) on p.n = t.n;
    end if;
  -- Not base64, not UTF-8, not JSON, nested too deep, not of the type.
  exception when data_exception or program_limit_exceeded then
    v_fits := false;
  end;
  if v_fits is not true then
    perform rowlock._argument_refuse(
      field => 'after', reason => 'not_cursor', hint => 'Give next of the page before, unchanged, with the same filters.');
  end if;
  return v_place;
end;
$$;

comment on function rowlock._cursor_place is
  'An array of the values of the order, whose types these are: uuid, integer, timestamptz or text; null without a cursor. Raises PT400 for what is no cursor.';
revoke all on function rowlock._cursor_place from public;
