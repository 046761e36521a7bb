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
  if kind in ('user', 'proxy') then
    v_statements := v_statements || format('alter role %I set idle_in_transaction_session_timeout = %L', db_role, '60s');
  -- What this function set it takes back; a DBA's own value stays.
  elsif exists (
    select from pg_roles r
    where r.rolname = db_role and 'idle_in_transaction_session_timeout=60s' = any (r.rolconfig))
  then
    v_statements := v_statements || format('alter role %I reset idle_in_transaction_session_timeout', db_role);
  end if;

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
