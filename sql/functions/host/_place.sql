-- rowlock._host_place(after): the place that a cursor of a list of hosts holds.
create or replace function rowlock._host_place(after text)
returns text
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_place jsonb;
begin
  if after is null then
    return null;
  end if;
  perform rowlock._argument_text(field => 'after', value => after, max_length => 8000);
  begin
    v_place := rowlock._cursor_parse(after => after);
  -- Not base64, not UTF-8, not JSON, nested too deep.
  exception when data_exception or program_limit_exceeded then
    v_place := null;
  end;
  if jsonb_typeof(v_place) = 'array' and jsonb_array_length(v_place) = 1 and jsonb_typeof(v_place -> 0) = 'string' then
    return v_place ->> 0;
  end if;
  perform rowlock._argument_refuse(
    field => 'after', reason => 'not_cursor', hint => 'Give next of the page before, unchanged.');
end;
$$;

comment on function rowlock._host_place is 'The name at which the page before ended, or null without a cursor. Raises PT400 for what is no cursor.';
revoke all on function rowlock._host_place from public;
