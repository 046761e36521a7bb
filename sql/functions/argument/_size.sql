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
declare
  v_bytes  bigint := 0;
  v_number jsonb;
begin
  -- 1e100000 takes eight bytes here and a hundred thousand as text: numbers are counted one by one, up to the limit.
  if pg_column_size(value) > 2000 then
    begin
      for v_number in select q.n from jsonb_path_query(value, 'strict $.** ? (@.type() == "number")') q (n) loop
        v_bytes := v_bytes + octet_length(v_number::text);
        exit when v_bytes > max_bytes;
      end loop;
    exception when statement_too_complex then
      perform rowlock._argument_refuse(
        field => field, reason => 'too_deep', hint => format('Nest %s less deeply.', field));
    end;
  end if;
  if v_bytes <= max_bytes then
    v_bytes := octet_length(value::text);
  end if;
  if v_bytes > max_bytes then
    raise exception 'argument is too large'
      using errcode = 'PT400', constraint = 'argument_invalid',
            detail = jsonb_build_object(
              'reason', 'too_large', 'field', field, 'max', max_bytes, 'bytes', v_bytes)::text,
            hint = format('Keep %s under %s bytes.', field, max_bytes);
  end if;
end;
$$;

comment on function rowlock._argument_size is
  'Raises PT400 naming the field when the JSON text has too many bytes, or is nested too deeply.';
revoke all on function rowlock._argument_size from public;
