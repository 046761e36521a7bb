-- rowlock.form_check(form_schema, payload, context, actor): try an answer on a form that no row has yet.
create or replace function rowlock.form_check(
  form_schema jsonb,
  payload     jsonb,
  context     jsonb default '{}',
  actor       uuid default rowlock.actor_current()
)
returns setof rowlock.form_error
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
begin
  perform rowlock._actor_admin(access => v_access);
  perform rowlock._argument_size(field => 'form_schema', value => form_schema);
  perform rowlock._argument_schema(field => 'form_schema', value => coalesce(form_schema, 'null'));
  perform rowlock._argument_size(field => 'payload', value => payload);
  perform rowlock._argument_object(field => 'context', value => context);
  return query
  select e.field, e.message
  from rowlock.form_errors(
    form_schema => form_check.form_schema, payload => coalesce(form_check.payload, 'null'),
    context => form_check.context) e;
end;
$$;

comment on function rowlock.form_check is
  'Tries an answer on a form that is not stored yet, and stores nothing. Tells what form_errors says of the answer, after all that role_patch would refuse of the form. context has what conditions and bounds refer to: {metadata, payload, envelope, escalation}. Needs admin type on some role, or global access. Raises PT400, PT401, PT403.
Example: {
  "form_schema": {"required": ["reason"], "properties": {"reason": {"type": "string"}}}, "payload": {"reason": ""},
  "context": {"metadata": {"region": "north"}}}';
revoke all on function rowlock.form_check from public;
select rowlock._function_grant('form_check', 'service', 'user', 'proxy');
