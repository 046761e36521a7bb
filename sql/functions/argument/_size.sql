-- rowlock._argument_size(field, value, max_bytes): refuse JSON that is too large as text.
create or replace function rowlock._argument_size(
  field     text,
  value     jsonb,
  max_bytes integer default 262144
)
returns void
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  if octet_length(value::text) > max_bytes then
    raise exception 'argument is too large'
      using errcode = 'PT400', constraint = 'argument_invalid',
            detail = jsonb_build_object(
              'reason', 'too_large', 'field', field, 'max', max_bytes, 'bytes', octet_length(value::text))::text,
            hint = format('Keep %s under %s bytes.', field, max_bytes);
  end if;
end;
$$;

comment on function rowlock._argument_size is 'Raises PT400 naming the field when the JSON text has too many bytes.';
revoke all on function rowlock._argument_size from public;
