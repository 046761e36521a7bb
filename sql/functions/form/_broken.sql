-- rowlock._form_broken(escalation, form_schema, resolver_payload): the fields of an answer that break a schema.
create or replace function rowlock._form_broken(
  escalation       rowlock.escalation,
  form_schema      jsonb,
  resolver_payload jsonb
)
returns jsonb
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  if form_schema is null then
    return '[]';
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'field', f.field, 'message', f.message, 'escalation_id', escalation.id) order by f.n), '[]')
    from rowlock.form_errors(
      form_schema => _form_broken.form_schema, payload => _form_broken.resolver_payload,
      context => rowlock._form_context(escalation => escalation)) with ordinality f (field, message, n));
end;
$$;

comment on function rowlock._form_broken is '[{field, message, escalation_id}] in the order of the form; empty without a schema, too.';
revoke all on function rowlock._form_broken from public;
