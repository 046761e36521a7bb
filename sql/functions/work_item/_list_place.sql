-- rowlock._work_item_list_place(after, siblings): the place in a list of items that a cursor holds.
create or replace function rowlock._work_item_list_place(
  after    text,
  siblings boolean
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
    -- A cursor may be forged, or of a list in the other order: each value has to be one of its column's type.
    v_fits := jsonb_typeof(v_place) = 'array' and case
      when siblings then jsonb_array_length(v_place) = 2
        and (v_place ->> 0)::integer is not null and (v_place ->> 1)::uuid is not null
      else jsonb_array_length(v_place) = 3
        and (v_place ->> 0)::uuid is not null and jsonb_typeof(v_place -> 1) = 'string' and (v_place ->> 2)::uuid is not null
    end;
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

comment on function rowlock._work_item_list_place is
  'The place [sort_order, id] among siblings, else [project_id, path, id]; null without a cursor. Raises PT400 for what is no cursor.';
revoke all on function rowlock._work_item_list_place from public;
