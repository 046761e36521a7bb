-- rowlock._facet_scalar(field, value): the value that a facet has to have, from its text.
create or replace function rowlock._facet_scalar(
  field text,
  value text
)
returns jsonb
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_value jsonb;
begin
  if value is null then
    perform rowlock._argument_text(field => _facet_scalar.field, value => null, required => true);
  end if;
  perform rowlock._argument_text(field => _facet_scalar.field, value => value, max_length => 10000);
  begin
    v_value := value::jsonb;
  -- What is no JSON is itself; so is a number beyond all range.
  exception when data_exception or program_limit_exceeded then
    return to_jsonb(value);
  end;
  if jsonb_typeof(v_value) in ('string', 'number', 'boolean') then
    return v_value;
  end if;
  -- null, {…} and […] are looked for by facets; here they are words.
  return to_jsonb(value);
end;
$$;

comment on function rowlock._facet_scalar is
  'A number, true or false where the text is one, a string where it is quoted, else the text itself. Raises PT400 naming the field when it is missing.';
revoke all on function rowlock._facet_scalar from public;
