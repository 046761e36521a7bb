-- rowlock._argument_text(field, value, max_length, required): refuse a text that is missing or too long.
create or replace function rowlock._argument_text(
  field      text,
  value      text,
  max_length integer default 200,
  required   boolean default false
)
returns void
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  if required and coalesce(value, '') = '' then
    raise exception 'argument is required'
      using errcode = 'PT400', constraint = 'argument_invalid',
            detail = jsonb_build_object('reason', 'missing', 'field', field)::text,
            hint = format('Give %s.', field);
  end if;
  if length(value) > max_length then
    raise exception 'argument is too long'
      using errcode = 'PT400', constraint = 'argument_invalid',
            detail = jsonb_build_object(
              'reason', 'too_long', 'field', field, 'max', max_length, 'length', length(value))::text,
            hint = format('Shorten %s to %s characters.', field, max_length);
  end if;
end;
$$;

comment on function rowlock._argument_text is 'Raises PT400 naming the field when the text is missing or too long.';
revoke all on function rowlock._argument_text from public;
