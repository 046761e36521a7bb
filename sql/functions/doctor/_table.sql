-- rowlock._doctor_table(min_bytes): are tables, triggers, constraints and indexes whole, and of the size that they need?
create or replace function rowlock._doctor_table(min_bytes bigint default 33554432)
returns setof rowlock.doctor_check
language sql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
  with own as materialized (
    select c.oid, c.relname, c.relkind, c.relpersistence, c.reltuples, coalesce(c.reloptions, '{}') as options
    from pg_class c
    where c.relnamespace = 'rowlock'::regnamespace
  ),
  -- What a B-tree of so many entries of this width takes; an estimate, hence the wide margin.
  tree as materialized (
    select c.relname, pg_relation_size(c.oid) as bytes,
      8192 * (2 + ceil(greatest(c.reltuples, case when i.indpred is null then pg_stat_get_live_tuples(i.indrelid) end, 0)
        * (12 + 8 * ceil(w.width / 8.0)) / (8192 * 0.85))) as needed
    from own c
    join pg_index i on i.indexrelid = c.oid
    join pg_class t on t.oid = i.indrelid
    join pg_class x on x.oid = i.indexrelid
    join pg_am m on m.oid = x.relam and m.amname = 'btree'
    cross join lateral (
      select coalesce(sum(coalesce(s.avg_width, case when a.attlen > 0 then a.attlen else 32 end)), 8) as width
      from pg_attribute a
      left join pg_attribute k on k.attrelid = i.indrelid and k.attnum = i.indkey[a.attnum - 1] and k.attnum > 0
      left join pg_stats s on s.schemaname = 'rowlock' and s.tablename = t.relname and s.attname = k.attname and not s.inherited
      where a.attrelid = i.indexrelid
    ) w
    -- Where much has changed since the statistics were made nothing can be said.
    where c.reltuples >= 0 and pg_relation_size(c.oid) >= _doctor_table.min_bytes
      and pg_stat_get_mod_since_analyze(i.indrelid) <= 1000 + pg_stat_get_live_tuples(i.indrelid) / 5
  ),
  found as (
    select 'index size' as name, case when count(*) > 0 then 'warn' else 'ok' end as state,
      coalesce(string_agg(format('%s is %s, about %s would do', t.relname, pg_size_pretty(t.bytes), pg_size_pretty(t.needed::bigint)), '; '
        order by t.bytes desc), 'none is far larger than its entries need') as detail,
      'Old snapshots kept dead entries (see long transactions): REINDEX INDEX CONCURRENTLY, once they are gone.' as hint
    from tree t where t.bytes > 5 * t.needed
    union all
    select 'triggers', case when count(*) > 0 then 'fail' else 'ok' end,
      coalesce(string_agg(format('%s of %s is off', g.tgname, o.relname), ', ' order by o.relname, g.tgname), 'all are on'),
      'alter table … enable trigger …: without it rows are written past the rules.'
    from pg_trigger g join own o on o.oid = g.tgrelid
    where g.tgenabled in ('D', 'R')
    union all
    select 'constraints', case when count(*) > 0 then 'warn' else 'ok' end,
      coalesce(string_agg(format('%s of %s is not valid', k.conname, o.relname), ', ' order by o.relname, k.conname), 'all are valid'),
      'alter table … validate constraint …: what breaks it is named then.'
    from pg_constraint k join own o on o.oid = k.conrelid
    where not k.convalidated
    union all
    -- Tickets of streams live for a minute: they may be lost.
    select 'unlogged tables', case when count(*) > 0 then 'fail' else 'ok' end,
      coalesce(string_agg(o.relname, ', ' order by o.relname), 'none'), 'alter table … set logged: a crash empties them, and no standby has them.'
    from own o where o.relpersistence = 'u' and o.relkind in ('r', 'S') and o.relname <> 'event_ticket'
    union all
    select 'table settings', case when count(*) > 0 then 'warn' else 'ok' end,
      coalesce(string_agg(format('%s of %s is %s', s.name, o.relname, coalesce(s.value, 'not set')), ', ' order by o.relname, s.name), 'as installed, or tighter'),
      'alter table rowlock.escalation set (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.01); '
      'alter table rowlock.event set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02)'
    from own o
    cross join lateral (
      select w.name, w.most, (
        select split_part(p.option, '=', 2) from unnest(o.options) p (option) where split_part(p.option, '=', 1) = w.name) as value
      from (
        values
          ('escalation', 'fillfactor', 90),
          ('escalation', 'autovacuum_vacuum_scale_factor', 0.05),
          ('event', 'autovacuum_vacuum_scale_factor', 0.05),
          ('event', 'autovacuum_vacuum_insert_scale_factor', 0.05)
      ) w (relname, name, most)
      where w.relname = o.relname
    ) s
    where coalesce(s.value::numeric, 1000) > s.most
  )
  select f.name, f.state, f.detail, case when f.state <> 'ok' then f.hint end from found f;
$$;

comment on function rowlock._doctor_table is 'Checks of tables and indexes; those smaller than min_bytes are not measured.';
revoke all on function rowlock._doctor_table from public;
