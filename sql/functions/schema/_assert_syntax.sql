-- rowlock._schema_assert_syntax(schema, value, path, format_assertion, work): pattern and format of a string.
create or replace function rowlock._schema_assert_syntax(
  schema           jsonb,
  value            text,
  path             text,
  format_assertion boolean,
  work             integer
)
returns rowlock.schema_result
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  c_pattern constant text := schema ->> 'pattern';
  c_format  constant text := schema ->> 'format';
  v_pattern rowlock.schema_pattern;
  v_work    integer := work + case when format_assertion and c_format = 'regex' then char_length(value) / 2 else 5 end;
  v_errors  rowlock.schema_error[];
begin
  if schema ? 'pattern' then
    v_pattern := rowlock._schema_pattern(c_pattern);
    v_work := v_work + v_pattern.work + least(100000, char_length(value)::bigint * v_pattern.work / 1250);
  end if;
  if v_work > 10000 then
    perform rowlock._schema_bound(path => path, depth => 0);
  end if;
  if not value collate "C" ~ v_pattern.regex collate "C" then
    v_errors := array[row(path, 'pattern', 'must match ' || left(c_pattern, 200))::rowlock.schema_error];
  end if;
  if format_assertion and not rowlock._schema_format(name => c_format, value => value) then
    v_errors := array_append(v_errors, row(path, 'format', 'is no ' || left(c_format, 50))::rowlock.schema_error);
  end if;
  return row(v_errors, null, v_work)::rowlock.schema_result;
end;
$$;

comment on function rowlock._schema_assert_syntax is
  'The errors by pattern and format, and the work. Raises PT422 when the string is too long for a pattern of that kind.';
revoke all on function rowlock._schema_assert_syntax from public;
