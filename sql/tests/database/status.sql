begin;
\ir ../_fixtures.psql
select plan(15);

select ask('one');
create temp table report as select * from rowlock.database_status(actor => who('chief'));
create function told(list text, name text) returns jsonb language sql as $$
  select e.value from report r, jsonb_array_elements(to_jsonb(r) -> told.list) e where e.value ->> 'name' = told.name;
$$;
select is((select to_jsonb(array[r.name, r.version, r.is_standby::text, (r.bytes > 1000000)::text]) from report r),
  jsonb_build_array(current_database(), current_setting('server_version'), 'false', 'true'), 'it tells which database of which server, and how large');
select is((select row(r.connections > 0, r.connection_limit) from report r), row(true, current_setting('max_connections')::integer), 'how many are connected, and may be');
select is((select count(*) from report r, jsonb_array_elements(r.tables)), (select count(*) from pg_class c where c.relnamespace = 'rowlock'::regnamespace and c.relkind = 'r'),
  'every table of the schema is there');
select is((told('tables', 'escalation') ->> 'bytes')::bigint, pg_total_relation_size('rowlock.escalation'), 'with all that belongs to it');
select is((told('tables', 'escalation') ->> 'index_bytes')::bigint, pg_indexes_size('rowlock.escalation'), 'and its indexes alone');
select is(told('tables', 'escalation') ->> 'about', obj_description('rowlock.escalation'::regclass, 'pg_class'), 'and what it is for');
select is((select array_agg((e.value ->> 'bytes')::bigint) from report r, jsonb_array_elements(r.tables) e),
  (select array_agg((e.value ->> 'bytes')::bigint order by (e.value ->> 'bytes')::bigint desc) from report r, jsonb_array_elements(r.tables) e), 'the largest first');
select is(told('indexes', 'escalation_pkey') - 'bytes' - 'scans' - 'about', '{"name": "escalation_pkey", "table": "escalation", "is_valid": true, "is_unique": true}', 'indexes say whose they are');
select is((told('indexes', 'escalation_pkey') ->> 'bytes')::bigint, pg_relation_size('rowlock.escalation_pkey'), 'and how large');
select is_empty($$select e.value ->> 'name' from report r, jsonb_array_elements(r.indexes) e where e.value ->> 'about' is null$$, 'and what each is for');
select is((select jsonb_typeof(r.holders) || jsonb_typeof(r.slots) || jsonb_typeof(r.replicas) from report r), 'arrayarrayarray', 'what there is none of is an empty list');
select is((select r.holders from report r) @> jsonb_build_array(jsonb_build_object('kind', 'session', 'name', pg_backend_pid()::text)), false, 'who asks is not told of');
select refused($$select rowlock.database_status(actor => who('lead'))$$, 'PT403', 'actor_global', 'not_global', 'the admin of a role may not look');
select refused($$select rowlock.database_status(actor => who('suspended'))$$, 'PT401', 'actor_active', 'not_active', 'nor a suspended account');
select login('tap_user', 'user', who('chief'));
select is(as_login('tap_user', 'select name from rowlock.database_status()'), current_database()::text, 'a login of a global account may');

select * from finish();
rollback;
