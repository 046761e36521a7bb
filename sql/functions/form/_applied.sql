-- rowlock._form_applied(escalation): the schema that a row is answered by, for drawing its form and for enforcing it.
-- Reads: rowlock.role, rowlock.role_schema.
create or replace function rowlock._form_applied(escalation rowlock.escalation)
returns rowlock.form_applied
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_pin     constant integer := rowlock._form_pin(metadata => escalation.metadata);
  v_applied rowlock.form_applied;
begin
  if jsonb_typeof(escalation.metadata -> 'form_schema') in ('object', 'boolean') then
    return row(escalation.metadata -> 'form_schema', null)::rowlock.form_applied;
  end if;
  if v_pin is not null then
    select s.form_schema, s.version into v_applied
    from rowlock.role_schema s
    where s.role = _form_applied.escalation.role and s.version = v_pin;
    if found then
      return v_applied;
    end if;
  end if;
  -- Volatile: what the role asks now, and not when the statement began.
  select r.form_schema, r.current_schema_version into v_applied
  from rowlock.role r
  where r.role = _form_applied.escalation.role and r.form_schema is not null;
  return v_applied;
end;
$$;

comment on function rowlock._form_applied is
  'The row''s own metadata.form_schema, else the version that metadata.schema_version pins, else the role''s as it is now; all null: none.';
revoke all on function rowlock._form_applied from public;
