-- rowlock._form_malformed(schema): is a keyword that the rules of forms read of a type that says nothing?
create or replace function rowlock._form_malformed(schema jsonb)
returns boolean
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  return coalesce(
    jsonb_typeof(schema) not in ('object', 'boolean')
    or schema ?| array['type', 'format', 'pattern', 'enum', 'required', 'properties'] and (
      jsonb_typeof(schema -> 'type') not in ('string', 'array')
      or jsonb_typeof(schema -> 'format') <> 'string'
      or jsonb_typeof(schema -> 'pattern') <> 'string'
      or jsonb_typeof(schema -> 'enum') <> 'array'
      or jsonb_typeof(schema -> 'required') <> 'array'
      or jsonb_typeof(schema -> 'properties') <> 'object')
    or schema ?| array['minLength', 'maxLength', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'] and (
      jsonb_typeof(schema -> 'minLength') <> 'number'
      or jsonb_typeof(schema -> 'maxLength') <> 'number'
      or jsonb_typeof(schema -> 'minimum') <> 'number'
      or jsonb_typeof(schema -> 'maximum') <> 'number'
      or jsonb_typeof(schema -> 'exclusiveMinimum') <> 'number'
      or jsonb_typeof(schema -> 'exclusiveMaximum') <> 'number'),
    false);
end;
$$;

comment on function rowlock._form_malformed is
  'Only of schemas that were stored before they were checked. JSON Schema sees for itself what is wrong with other keywords.';
revoke all on function rowlock._form_malformed from public;
