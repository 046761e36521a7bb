-- rowlock._argument_refuse(field, reason, hint): refuse an argument for a reason of the verb's own.
create or replace function rowlock._argument_refuse(
  field  text,
  reason text,
  hint   text
)
returns void
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  raise exception 'argument is not valid'
    using errcode = 'PT400', constraint = 'argument_invalid',
          detail = jsonb_build_object('reason', reason, 'field', field)::text,
          hint = hint;
end;
$$;

comment on function rowlock._argument_refuse is 'Raises PT400 naming the field and the reason.';
revoke all on function rowlock._argument_refuse from public;
