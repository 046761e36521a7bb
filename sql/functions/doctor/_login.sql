-- rowlock._doctor_login(): do the settings of logins let the journal and the rules work?
-- Reads: rowlock.db_principal.
create or replace function rowlock._doctor_login()
returns setof rowlock.doctor_check
language sql volatile security invoker
set search_path = pg_catalog, pg_temp
set standard_conforming_strings = on
as $$
  with login as materialized (
    select r.rolname, r.oid, p.kind, r.rolsuper or r.rolbypassrls as is_mighty, exists (
      select from pg_namespace n where n.nspname = 'rowlock' and pg_has_role(r.oid, n.nspowner, 'usage')) as is_owner
    from rowlock.db_principal p join pg_roles r on r.oid = p.role_oid
    where p.revoked_at is null
  ),
  -- For each login and setting the nearest value: of the login here, of the login, of the database, of the server.
  setting as materialized (
    select l.rolname, l.kind, w.name, coalesce((
      select substr(c.item, length(w.name) + 2)
      from pg_db_role_setting s, unnest(s.setconfig) c (item)
      where split_part(c.item, '=', 1) = w.name and s.setrole in (0, l.oid)
        and s.setdatabase in (0, (select d.oid from pg_database d where d.datname = current_database()))
      order by s.setrole = 0, s.setdatabase = 0
      limit 1), current_setting(w.name)) as value
    from login l, unnest(array[
      'idle_in_transaction_session_timeout', 'default_transaction_isolation', 'default_transaction_read_only',
      'session_replication_role']) w (name)
  ),
  fault as materialized (
    select 'warn' as state, format('%s may idle in a transaction for ever', s.rolname) as what
    from setting s
    where s.name = 'idle_in_transaction_session_timeout' and s.kind in ('user', 'proxy') and s.value ~ '^0+\D*$'
    union all
    select 'warn', format('%s begins in %s', s.rolname, s.value)
    from setting s where s.name = 'default_transaction_isolation' and s.value not in ('read committed', 'read uncommitted')
    union all
    select 'warn', format('%s begins read only', s.rolname)
    from setting s where s.name = 'default_transaction_read_only' and s.value in ('on', 'true', 'yes', '1')
    union all
    select 'fail', format('%s fires no triggers', s.rolname)
    from setting s where s.name = 'session_replication_role' and s.value <> 'origin'
    union all
    select 'warn', format('%s is a superuser, or passes row security', l.rolname) from login l where l.is_mighty
    union all
    select 'warn', format('%s has the rights of the owner', l.rolname) from login l where l.is_owner and not l.is_mighty
  )
  select 'login settings', coalesce(min(f.state), 'ok'), coalesce(string_agg(f.what, ', ' order by f.what), 'as login_grant leaves them'),
    case when count(*) > 0 then 'alter role … set, reset or nosuperuser. Who idles holds up readers of the journal; '
      || 'verbs want read committed; logins have the rights of their kind alone.' end
  from fault f;
$$;

comment on function rowlock._doctor_login is 'Checks of what registered logins have set, and whether they are more than logins.';
revoke all on function rowlock._doctor_login from public;
