-- rowlock._argument_object(field, value, max_bytes, required): refuse JSON that is no object, or too large.
create or replace function rowlock._argument_object(
  field     text,
  value     jsonb,
  max_bytes integer default 262144,
  required  boolean default false
)
returns void
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  if required and value is null then
    raise exception 'argument is required'
      using errcode = 'PT400', constraint = 'argument_invalid',
            detail = jsonb_build_object('reason', 'missing', 'field', field)::text,
            hint = format('Give %s.', field);
  end if;
  if value is not null and jsonb_typeof(value) <> 'object' then
    raise exception 'argument is not an object'
      using errcode = 'PT400', constraint = 'argument_invalid',
            detail = jsonb_build_object('reason', 'not_object', 'field', field, 'kind', jsonb_typeof(value))::text,
            hint = format('Give %s as a JSON object.', field);
  end if;
  perform rowlock._argument_size(field => field, value => value, max_bytes => max_bytes);
end;
$$;

comment on function rowlock._argument_object is
  'Raises PT400 naming the field when the JSON is missing, no object or too large.';
revoke all on function rowlock._argument_object from public;
