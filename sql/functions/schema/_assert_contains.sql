-- rowlock._schema_assert_contains(path, held, low, high): whether enough items fit, and not too many.
create or replace function rowlock._schema_assert_contains(
  path text,
  held integer,
  low  numeric,
  high numeric
)
returns rowlock.schema_error[]
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  if held < low then
    return array[row(path, case when low = 1 then 'contains' else 'minContains' end,
      format('must hold at least %s items that fit, and holds %s', trim_scale(low), held))::rowlock.schema_error];
  end if;
  if held > high then
    return array[row(path, 'maxContains',
      format('must hold at most %s items that fit, and holds %s', trim_scale(high), held))::rowlock.schema_error];
  end if;
  return null;
end;
$$;

comment on function rowlock._schema_assert_contains is 'The error by contains, minContains and maxContains, or null.';
revoke all on function rowlock._schema_assert_contains from public;
