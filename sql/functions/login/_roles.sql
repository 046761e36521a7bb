-- rowlock._login_roles(db_role, kind): give a login the one role of its kind, or none when kind is null.
create or replace function rowlock._login_roles(
  db_role name,
  kind    text
)
returns void
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_statements text[] := '{}';
  v_statement  text;
  v_kind       text;
  v_name       text;
  v_value      text;
  v_kinds      text[];
begin
  foreach v_kind in array array['service', 'user', 'proxy', 'reader'] loop
    if to_regrole('rowlock_' || v_kind) is null then
      continue;
    end if;
    if v_kind = kind then
      v_statements := v_statements || format('grant %I to %I', 'rowlock_' || v_kind, db_role);
    elsif exists (
      select from pg_auth_members m
      where m.roleid = to_regrole('rowlock_' || v_kind) and m.member = to_regrole(quote_ident(db_role)))
    then
      v_statements := v_statements || format('revoke %I from %I', 'rowlock_' || v_kind, db_role);
    end if;
  end loop;
  for v_name, v_value, v_kinds in
    values
      ('idle_in_transaction_session_timeout', '60s', array['user', 'proxy']),
      -- What is bound to a statement may be secret, and statements may be logged. Not everybody may set these.
      ('log_parameter_max_length', '0', array['service', 'user', 'proxy']),
      ('log_parameter_max_length_on_error', '0', array['service', 'user', 'proxy'])
  loop
    continue when starts_with(v_name, 'log_') and not has_parameter_privilege(v_name, 'set');
    if kind = any (v_kinds) then
      v_statements := v_statements || format('alter role %I set %I = %L', db_role, v_name, v_value);
    -- What this function set it takes back; a DBA's own value stays.
    elsif exists (
      select from pg_roles r
      where r.rolname = db_role and format('%s=%s', v_name, v_value) = any (r.rolconfig))
    then
      v_statements := v_statements || format('alter role %I reset %I', db_role, v_name);
    end if;
  end loop;

  foreach v_statement in array v_statements loop
    begin
      -- Dynamic because role statements take no parameters; the names are quoted above.
      execute v_statement;
    exception when insufficient_privilege then
      raise exception 'login may not be granted by this role'
        using errcode = 'PT403', constraint = 'login_createrole',
              detail = jsonb_build_object('reason', 'createrole', 'statements', v_statements)::text,
              hint = format('A role with CREATEROLE must run: %s', array_to_string(v_statements, '; '));
    end;
  end loop;
end;
$$;

comment on function rowlock._login_roles is
  'Runs the GRANT, REVOKE and ALTER ROLE statements of a kind. Raises PT403 with the statements when it may not.';
revoke all on function rowlock._login_roles from public;
