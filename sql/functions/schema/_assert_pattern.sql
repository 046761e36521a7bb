-- rowlock._schema_assert_pattern(pattern, value, path, work): whether a string matches.
create or replace function rowlock._schema_assert_pattern(
  pattern text,
  value   text,
  path    text,
  work    integer
)
returns rowlock.schema_result
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_pattern constant rowlock.schema_pattern := rowlock._schema_pattern(pattern);
  v_result  rowlock.schema_result;
begin
  v_result.work := work + v_pattern.work + least(100000, char_length(value)::bigint * v_pattern.work / 2500);
  if v_result.work > 20000 then
    perform rowlock._schema_bound(path => path, depth => 0);
  end if;
  if not value collate "C" ~ v_pattern.regex collate "C" then
    v_result.errors := array[row(path, 'pattern', 'must match ' || left(pattern, 200))::rowlock.schema_error];
  end if;
  return v_result;
end;
$$;

comment on function rowlock._schema_assert_pattern is
  'The error by pattern, and the work. Raises PT422 when the string is too long for a pattern of that kind.';
revoke all on function rowlock._schema_assert_pattern from public;
