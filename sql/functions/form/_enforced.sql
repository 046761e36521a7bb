-- rowlock._form_enforced(escalation): the schema that an answer to a row is held against.
-- Reads: rowlock.role.
create or replace function rowlock._form_enforced(escalation rowlock.escalation)
returns rowlock.form_applied
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  if exists (select from rowlock.role r where r.role = _form_enforced.escalation.role and r.enforce_schema) then
    return rowlock._form_applied(escalation => escalation);
  end if;
  return null;
end;
$$;

comment on function rowlock._form_enforced is 'The schema that applies to the row, when its role enforces it; all null: any answer will do.';
revoke all on function rowlock._form_enforced from public;
