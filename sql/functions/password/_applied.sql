-- rowlock._password_applied(escalation): the password fields of the form that a row is answered by.
create or replace function rowlock._password_applied(escalation rowlock.escalation)
returns rowlock.password_field[]
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  return array(
    select f
    from rowlock._password_fields(
      form_schema => (rowlock._form_applied(escalation => escalation)).form_schema) f);
end;
$$;

comment on function rowlock._password_applied is 'Of the row''s own form, the version that it pins, or its role''s as it is now.';
revoke all on function rowlock._password_applied from public;
