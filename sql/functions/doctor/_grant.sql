-- rowlock._doctor_grant(): may everybody do what the last install left them, and no more?
-- Reads: rowlock.setting.
create or replace function rowlock._doctor_grant()
returns setof rowlock.doctor_check
language sql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
  with kind as materialized (
    select k.kind, to_regrole('rowlock_' || k.kind) as role
    from unnest(array['service', 'user', 'proxy', 'reader']) k (kind)
  ),
  found as (
    select 'grants' as name, case when count(*) > 0 then 'fail' else 'ok' end as state,
      coalesce(string_agg(g.problem, ', ' order by g.problem), 'as installed') as detail, 'Install again: every file states its grants.' as hint
    from (
      select 'no usage of the schema for ' || k.role from kind k
      where k.role is not null and not has_schema_privilege(k.role, 'rowlock', 'usage')
      union all
      select format('%s may not call %s', k.role, w.name)
      from (
        select d.key as name, e.kind
        from rowlock.setting s, jsonb_each(s.value::jsonb) d, jsonb_array_elements_text(d.value -> 1) e (kind)
        where s.name = 'functions'
        union
        -- A role that was made after the install has none of its grants.
        select f.name, k.kind from unnest(array['escalation_create', 'escalation_claim', 'event_since']) f (name), kind k
        where k.kind <> 'reader'
      ) w
      join kind k on k.kind = w.kind and k.role is not null
      join pg_proc p on p.pronamespace = 'rowlock'::regnamespace and p.proname = w.name
      where not has_function_privilege(k.role, p.oid, 'execute')
      union all
      select 'PUBLIC may call ' || p.proname from pg_proc p
      where p.pronamespace = 'rowlock'::regnamespace
        and exists (select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a where a.grantee = 0)
    ) g (problem)
    union all
    select 'owner', case when count(*) > 0 then 'fail' else 'ok' end,
      coalesce(string_agg(o.thing, ', ' order by o.thing), 'one owner of all'), 'Give it to the owner of the schema (alter … owner to); an install refuses until then.'
    from (
      select format('%s belongs to %s', c.relname, c.relowner::regrole) from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'rowlock' and c.relowner <> n.nspowner and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
      union all
      select format('%s belongs to %s', p.proname, p.proowner::regrole) from pg_proc p
      join pg_namespace n on n.oid = p.pronamespace
      where n.nspname = 'rowlock' and p.proowner <> n.nspowner
    ) o (thing)
    union all
    select 'table grants', case when count(*) > 0 then 'warn' else 'ok' end,
      coalesce(string_agg(distinct format('%s: %s', t.relname, t.grantee), ', '), 'no login reads or writes a table'),
      'Revoke it: who reaches a table is past scopes, rules and the journal. The views are for dashboards (login of kind reader).'
    from (
      select c.relname, case when a.grantee = 0 then 'PUBLIC' else a.grantee::regrole::text end as grantee
      from pg_class c, aclexplode(c.relacl) a
      where c.relnamespace = 'rowlock'::regnamespace and c.relkind in ('r', 'p', 'S') and a.grantee <> c.relowner
      union all
      select c.relname, case when a.grantee = 0 then 'PUBLIC' else a.grantee::regrole::text end
      from pg_class c join pg_attribute t on t.attrelid = c.oid, aclexplode(t.attacl) a
      where c.relnamespace = 'rowlock'::regnamespace and c.relkind in ('r', 'p') and a.grantee <> c.relowner
    ) t
    union all
    -- An owner that is the installing login keeps its own.
    select 'default privileges', case when count(*) > 0 then 'warn' else 'ok' end,
      coalesce(string_agg(p.problem, ', ' order by p.problem), 'what is made later is for its owner alone'),
      'alter default privileges … revoke …, then install again.'
    from (
      select 'PUBLIC may call what rowlock_owner makes' from pg_namespace n
      where n.nspname = 'rowlock' and n.nspowner = to_regrole('rowlock_owner')
        and not exists (
          select from pg_default_acl d
          where d.defaclrole = n.nspowner and d.defaclnamespace = 0 and d.defaclobjtype = 'f'
            and not exists (select from aclexplode(d.defaclacl) a where a.grantee = 0))
      union all
      select distinct format('%s gets what %s makes here', case when a.grantee = 0 then 'PUBLIC' else a.grantee::regrole::text end,
        d.defaclrole::regrole)
      from pg_default_acl d, aclexplode(d.defaclacl) a
      where d.defaclnamespace = 'rowlock'::regnamespace and a.grantee <> d.defaclrole
    ) p (problem)
  )
  select f.name, f.state, f.detail, case when f.state <> 'ok' then f.hint end from found f;
$$;

comment on function rowlock._doctor_grant is 'Checks of grants, owners and default privileges against what the install left.';
revoke all on function rowlock._doctor_grant from public;
