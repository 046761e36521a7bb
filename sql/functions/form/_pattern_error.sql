-- rowlock._form_pattern_error(pattern, value, message): that a text does not have the form it should, in words.
create or replace function rowlock._form_pattern_error(
  pattern text,
  value   text,
  message text
)
returns text
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  -- The dialect of patterns, and what of it can be bounded, is JSON Schema's to know.
  if (rowlock._schema_assert_syntax(
    schema => jsonb_build_object('pattern', pattern), value => value, path => '', format_assertion => false, work => 0)).errors is null
  then
    return null;
  end if;
  return coalesce(message, 'Does not have the expected form');
-- A text too long for the pattern, or a pattern that was stored before they were looked at.
exception when sqlstate 'PT422' or data_exception or program_limit_exceeded then
  return 'Cannot be checked: its pattern is too costly, or malformed';
end;
$$;

comment on function rowlock._form_pattern_error is 'message, else one of ours; null: the text matches. What cannot be checked does not pass.';
revoke all on function rowlock._form_pattern_error from public;
