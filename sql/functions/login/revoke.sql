-- rowlock.login_revoke(db_role): a Postgres login may call no more.
-- Writes: rowlock.db_principal.
create or replace function rowlock.login_revoke(db_role name)
returns rowlock.db_principal
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_row rowlock.db_principal;
begin
  update rowlock.db_principal p
  set revoked_at = clock_timestamp()
  where p.db_role = login_revoke.db_role and p.revoked_at is null
  returning p.* into v_row;
  if not found then
    raise exception 'login is not registered'
      using errcode = 'PT404', constraint = 'login_exists',
            detail = jsonb_build_object('reason', 'not_found', 'db_role', db_role)::text,
            hint = 'rowlock.db_principal lists the logins.';
  end if;
  if to_regrole(quote_ident(db_role)) is not null then
    perform rowlock._login_roles(db_role => db_role, kind => null);
  end if;
  return v_row;
end;
$$;

comment on function rowlock.login_revoke is
  'Takes a login''s registration and roles back; its next call is refused. For a DBA with CREATEROLE, as the schema''s owner. Raises PT403, PT404.';
revoke all on function rowlock.login_revoke from public;
