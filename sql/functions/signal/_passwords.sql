-- rowlock._signal_passwords(payload, credentials, access): the passwords in an answer whose question is not asked yet.
-- Reads: rowlock.role, rowlock.role_schema.
create or replace function rowlock._signal_passwords(
  payload     jsonb,
  credentials jsonb,
  access      rowlock.access
)
returns jsonb
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_found jsonb;
begin
  -- Which form will be asked is not known; so it is any that the sender may be asked by.
  v_found := rowlock._password_found(
    escalation_id => null, payload => payload, credentials => credentials,
    fields => array(
      select f
      from (
        select r.role, r.form_schema from rowlock.role r where r.answers_checked
        union all
        select s.role, s.form_schema from rowlock.role_schema s where s.has_passwords
      ) known (role, form_schema)
      cross join lateral rowlock._password_fields(form_schema => known.form_schema) f
      where access.is_global or known.role = any (access.write_all || access.write_self)));
  if rowlock._password_open(passwords => v_found) <> '[]' then
    perform rowlock._password_refuse(passwords => rowlock._password_open(passwords => v_found));
  end if;
  return v_found;
end;
$$;

comment on function rowlock._signal_passwords is
  'As _password_found has them, by the forms of all roles that the sender may write in, in all their versions; a row''s own form cannot be known before the row. Raises PT422 when one needs a credential.';
revoke all on function rowlock._signal_passwords from public;
