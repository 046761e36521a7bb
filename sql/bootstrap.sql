-- Roles, schema and ledger: what must exist before the first migration. Run at the head of every install.
set local client_min_messages = warning;
set local search_path = pg_catalog, pg_temp;

-- One installer at a time in a database; the second finds nothing left to do. Any login can hold this lock: not for ever.
-- Who waits for a table's lock keeps everybody behind it waiting: an install gives up before that hurts, undone.
-- An autovacuum gives way after deadlock_timeout.
do $$
declare
  v_own constant boolean := current_setting('lock_timeout') <> '0';
begin
  if not v_own then
    perform set_config('lock_timeout', '5min', true);
  end if;
  perform pg_advisory_xact_lock(hashtextextended('schema install', 0));
  if not v_own then
    perform set_config('lock_timeout', coalesce(
      nullif(current_setting('rowlock.lock_wait', true), ''),
      (extract(epoch from current_setting('deadlock_timeout')::interval) * 1000 + 500)::integer || 'ms'), true);
  end if;
end;
$$;

do $$
declare
  v_other text;
begin
  if to_regnamespace('rowlock') is null then
    select p.pronamespace::regnamespace::text into v_other
    from pg_proc p where p.proname = '_migration_due' order by 1 limit 1;
    if v_other is not null and current_setting('rowlock.beside', true) is distinct from 'on' then
      raise exception 'another schema of this database holds an installation'
        using errcode = 'PT409', constraint = 'migration_schema',
              detail = jsonb_build_object('reason', 'other_schema', 'schema', v_other)::text,
              hint = 'Name the schema you mean, or set rowlock.beside = on to install a second one.';
    end if;
  end if;
end;
$$;

do $$
declare
  v_role    text;
  v_creates constant boolean := (select r.rolsuper or r.rolcreaterole from pg_roles r where r.rolname = current_user);
  -- From Postgres 16 on who creates a role is a member that may not become it.
  v_may     constant text := case when current_setting('server_version_num')::integer < 160000 then 'member' else 'set' end;
begin
  foreach v_role in array array['rowlock_owner', 'rowlock_service', 'rowlock_user', 'rowlock_reader', 'rowlock_proxy'] loop
    if to_regrole(v_role) is null and v_creates then
      begin
        execute format('create role %I nologin', v_role);
      exception when duplicate_object or unique_violation then
        null;  -- an installer of another database of the cluster was quicker
      end;
    end if;
  end loop;
  if to_regrole('rowlock_owner') is not null and v_creates and not pg_has_role(current_user, 'rowlock_owner', v_may) then
    begin
      execute format('grant rowlock_owner to %I', current_user);
    exception when insufficient_privilege then
      null;  -- another login made the role; without it this one owns what it installs
    end;
  end if;
  -- So that metrics and doctor see the transactions of other logins; without it they say that they do not.
  if v_creates and to_regrole('rowlock_owner') is not null and not pg_has_role('rowlock_owner', 'pg_read_all_stats', 'member') then
    begin
      grant pg_read_all_stats to rowlock_owner;
    exception when insufficient_privilege or unique_violation then
      null;  -- this login may not, or an installer of another database was quicker
    end;
  end if;
end;
$$;

do $$
declare
  v_owner name := (select r.rolname from pg_namespace n join pg_roles r on r.oid = n.nspowner where n.nspname = 'rowlock');
  v_may   constant text := case when current_setting('server_version_num')::integer < 160000 then 'member' else 'set' end;
begin
  -- Triggers and functions that somebody left here would run with the rights of who installs.
  if v_owner not in (current_user, 'rowlock_owner') or exists (
    select from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'rowlock' and c.relowner <> n.nspowner
    union all
    select from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = 'rowlock' and p.proowner <> n.nspowner)
  then
    raise exception 'the schema is in other hands'
      using errcode = 'PT409', constraint = 'schema_owner',
            detail = jsonb_build_object('reason', 'foreign_owner', 'schema', 'rowlock', 'owner', v_owner)::text,
            hint = format('Install as its owner (set role %I), or drop what stands there.', v_owner);
  end if;
  if v_owner is null then
    if to_regrole('rowlock_owner') is not null and pg_has_role(current_user, 'rowlock_owner', v_may) then
      v_owner := 'rowlock_owner';
    else
      raise warning '% will own the schema: rowlock_owner is not there, or this login may not become it', current_user;
      v_owner := current_user;
    end if;
    execute format('create schema rowlock authorization %I', v_owner);
  end if;
  -- Everything that follows belongs to the owner, whoever installs.
  if v_owner <> current_user then
    execute format('set local role %I', v_owner);
  end if;
  if v_owner = 'rowlock_owner' then
    alter default privileges for role rowlock_owner revoke execute on functions from public;
  end if;
end;
$$;

do $$
declare
  v_role text;
begin
  foreach v_role in array array['rowlock_service', 'rowlock_user', 'rowlock_reader', 'rowlock_proxy'] loop
    if to_regrole(v_role) is not null then
      execute format('grant usage on schema rowlock to %I', v_role);
    end if;
  end loop;
end;
$$;

create table if not exists rowlock.migration (
  name        text primary key,
  sha256      text not null,
  schema_name text not null,
  applied_at  timestamptz not null default clock_timestamp()
);
comment on table rowlock.migration is 'Ledger: which migration files were applied, and their digests.';
comment on column rowlock.migration.sha256 is 'Digest of the file as shipped; an edited file is refused.';
comment on column rowlock.migration.schema_name is 'The schema it was installed as; a renamed schema is refused.';
