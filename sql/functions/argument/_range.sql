-- rowlock._argument_range(field, value, low, high): refuse a number that is missing or out of range.
create or replace function rowlock._argument_range(
  field text,
  value bigint,
  low   bigint,
  high  bigint
)
returns void
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  if value is null then
    raise exception 'argument is required'
      using errcode = 'PT400', constraint = 'argument_invalid',
            detail = jsonb_build_object('reason', 'missing', 'field', field)::text,
            hint = format('Give %s.', field);
  end if;
  if value not between low and high then
    raise exception 'argument is out of range'
      using errcode = 'PT400', constraint = 'argument_invalid',
            detail = jsonb_build_object(
              'reason', 'out_of_range', 'field', field, 'value', value, 'min', low, 'max', high)::text,
            hint = format('Give %s from %s to %s.', field, low, high);
  end if;
end;
$$;

comment on function rowlock._argument_range is 'Raises PT400 naming the field when the number is missing or out of range.';
revoke all on function rowlock._argument_range from public;
