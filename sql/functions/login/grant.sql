-- rowlock.login_grant(db_role, kind, user_id): let a Postgres login call, and say whom it speaks for.
-- Reads: rowlock.user_account. Writes: rowlock.db_principal.
create or replace function rowlock.login_grant(
  db_role name,
  kind    text,
  user_id uuid default null
)
returns rowlock.db_principal
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_row rowlock.db_principal;
begin
  if kind is null or kind not in ('service', 'user', 'proxy', 'reader') then
    perform rowlock._argument_refuse(field => 'kind', reason => 'unknown', hint => 'service, user, proxy or reader.');
  end if;
  if (kind = 'user') <> (user_id is not null) then
    perform rowlock._argument_refuse(
      field => 'user_id', reason => 'kind', hint => 'A login of kind user, and only that, speaks for one account.');
  end if;
  if user_id is not null and not exists (select from rowlock.user_account u where u.id = login_grant.user_id) then
    perform rowlock._user_missing(id => user_id);
  end if;
  if db_role is null or to_regrole(quote_ident(db_role)) is null then
    perform rowlock._argument_refuse(
      field => 'db_role', reason => 'unknown_role', hint => 'Create the login first: CREATE ROLE … LOGIN.');
  end if;

  insert into rowlock.db_principal as p (db_role, kind, user_id, role_oid)
  values (login_grant.db_role, login_grant.kind, login_grant.user_id, to_regrole(quote_ident(login_grant.db_role)))
  on conflict on constraint db_principal_pkey do update
  set kind = excluded.kind, user_id = excluded.user_id, role_oid = excluded.role_oid, revoked_at = null
  returning p.* into v_row;

  perform rowlock._login_roles(db_role => db_role, kind => kind);
  return v_row;
end;
$$;

comment on function rowlock.login_grant is
  'Registers a login and grants it the schema''s role of its kind. Again after the role was dropped and made anew, or restored in another cluster. For a DBA with CREATEROLE, as the schema''s owner. Raises PT400, PT403 (saying which statements to run), PT404.';
revoke all on function rowlock.login_grant from public;
