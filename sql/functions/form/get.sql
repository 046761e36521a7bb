-- rowlock.form_get(id, actor): the form by which one row is answered.
-- Reads: rowlock.escalation, rowlock.role, rowlock.role_schema.
create or replace function rowlock.form_get(
  id    uuid,
  actor uuid default rowlock.actor_current()
)
returns rowlock.form_applied
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
begin
  return rowlock._form_applied(escalation => rowlock._escalation_readable(id => id, access => v_access));
end;
$$;

comment on function rowlock.form_get is
  'The row''s own form, else the version of its role''s schema that it pins, else the role''s as it is; both null where nothing is asked. Raises PT400, PT401, PT403, PT404.';
revoke all on function rowlock.form_get from public;
select rowlock._function_grant('form_get', 'service', 'user', 'proxy');
