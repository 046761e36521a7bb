-- rowlock._database_indexes(): how large each index of the schema is, and how often it was used.
create or replace function rowlock._database_indexes()
returns jsonb
language sql volatile security invoker
set search_path = pg_catalog, pg_temp
set jit = off
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'name', c.relname,
    'table', t.relname,
    'about', coalesce(obj_description(c.oid, 'pg_class'), case when i.indisprimary then 'The primary key.' when i.indisunique then 'A rule of the table.' end),
    'bytes', c.bytes,
    'scans', pg_stat_get_numscans(c.oid),
    'is_unique', i.indisunique,
    'is_valid', i.indisvalid)
    order by c.bytes desc, c.relname), '[]')
  from pg_index i
  join (
    select x.oid, x.relname, pg_relation_size(x.oid) as bytes
    from pg_class x
    where x.relnamespace = 'rowlock'::regnamespace and x.relkind = 'i'
  ) c on c.oid = i.indexrelid
  join pg_class t on t.oid = i.indrelid;
$$;

comment on function rowlock._database_indexes is
  'Indexes, the largest first; scans since the statistics were last reset.';
revoke all on function rowlock._database_indexes from public;
