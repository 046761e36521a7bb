-- rowlock._doctor_schema(): indexes, roles, logins and what is logged of them.
-- Reads: rowlock.migration, rowlock.db_principal.
create or replace function rowlock._doctor_schema()
returns setof rowlock.doctor_check
language sql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
  with kind as materialized (
    select k.kind, to_regrole('rowlock_' || k.kind) as role
    from unnest(array['service', 'user', 'proxy', 'reader']) k (kind)
  ),
  found as (
    select 'migrations' as name, 'ok' as state,
      format('%s applied, the last %s', count(*), max(m.name)) as detail, null as hint
    from rowlock.migration m
    union all
    select 'indexes', case when count(*) > 0 then 'fail' else 'ok' end,
      coalesce('invalid: ' || string_agg(i.indexrelid::regclass::text, ', ' order by i.indexrelid::regclass::text), 'all are valid'),
      'REINDEX INDEX CONCURRENTLY, or install again.'
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = 'rowlock'::regnamespace and not (i.indisvalid and i.indisready)
    union all
    select 'roles', case when count(*) > 0 then 'warn' else 'ok' end,
      coalesce('missing: ' || string_agg('rowlock_' || k.kind, ', ' order by k.kind), 'all are there'),
      'Install as a login with CREATEROLE; until then only the owner may call.'
    from kind k where k.role is null
    union all
    select 'logins', case when bool_or(p.role_oid is distinct from to_regrole(quote_ident(p.db_role))) then 'warn' else 'ok' end,
      coalesce('without their role: ' || string_agg(p.db_role, ', ' order by p.db_role)
          filter (where p.role_oid is distinct from to_regrole(quote_ident(p.db_role))),
        format('%s registered, %s of kind service', count(*), count(*) filter (where p.kind = 'service'))),
      'The role was dropped, made again or renamed, or the backup came from another server: call login_grant for it, or login_revoke.'
    from rowlock.db_principal p where p.revoked_at is null
    union all
    -- Statements are logged with what is bound to them, passwords in answers too.
    select 'logged values', case when count(*) > 0 then 'warn' else 'ok' end,
      coalesce('statements are logged with what these bind: ' || string_agg(r.rolname, ', ' order by r.rolname), 'what is bound to statements is not logged'),
      'A superuser runs for each: alter role … set log_parameter_max_length = 0, and log_parameter_max_length_on_error = 0'
    from rowlock.db_principal p
    join pg_roles r on r.oid = p.role_oid
    where p.revoked_at is null and p.kind in ('service', 'user', 'proxy')
      and (
        not coalesce('log_parameter_max_length=0' = any (r.rolconfig), false)
        and current_setting('log_parameter_max_length') <> '0'
        and (current_setting('log_statement') in ('mod', 'all') or current_setting('log_min_duration_statement') <> '-1'
          or current_setting('log_min_duration_sample') <> '-1' or current_setting('log_transaction_sample_rate') <> '0')
        or not coalesce('log_parameter_max_length_on_error=0' = any (r.rolconfig), false)
        and current_setting('log_parameter_max_length_on_error') <> '0')
  )
  select f.name, f.state, f.detail, case when f.state <> 'ok' then f.hint end from found f;
$$;

comment on function rowlock._doctor_schema is 'Checks of what an install leaves.';
revoke all on function rowlock._doctor_schema from public;
