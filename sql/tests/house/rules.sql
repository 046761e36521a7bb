-- The rules of the house, each asked of the catalog. A finding prints the offender.
begin;
\ir ../_fixtures.psql
select plan(47);

create temp view f as
select p.oid, p.oid::regprocedure as call, p.proname as name, p.proname ~ '^_' as internal, p.prosecdef as definer,
  p.provolatile as volatility, p.proisstrict as strict, p.proargmodes as modes, p.proargnames as arguments,
  p.prosrc as body, p.proconfig as settings, l.lanname as language, p.prorettype = 'trigger'::regtype as is_trigger
from pg_proc p join pg_language l on l.oid = p.prolang
where p.pronamespace = 'rowlock'::regnamespace;
-- What stays with the owner, and what serves the HTTP service alone.
create temp table owner_only as
select unnest(array['event_restore', 'user_create_first', 'user_find', 'login_grant', 'login_revoke']) as name;
create temp table service_only as
select unnest(array['api_key_verify', 'credential_purge', 'doctor_list', 'escalation_expire', 'escalation_fold', 'escalation_level_apply',
  'event_access', 'event_probe', 'server_position', 'event_purge',
  'event_purge_count', 'event_read', 'event_replay', 'event_ticket_create', 'event_ticket_redeem', 'function_list', 'host_sweep_offline', 'login_attempt_finish',
  'login_attempt_start', 'login_attempt_start_own', 'metric_list', 'migration_list', 'namespace_list_served', 'run_lease_sweep', 'run_sweep_dispatch_timeouts', 'run_sweep_lost',
  'retention_sweep', 'run_sweep_restarts', 'signal_deliver', 'signal_purge', 'timer_due', 'timer_run', 'user_identify',
  'run_answered', 'user_provision', 'user_put_password', 'wait_ended', 'webhook_create', 'webhook_rotate_secret', 'delivery_enqueue',
  'delivery_claim', 'delivery_finish', 'delivery_purge']) as name
union all select f.name from f where f.name ~ '_answer$';

-- Functions
select is_empty('select call from f where obj_description(oid, ''pg_proc'') is null', 'every function is commented');
select is_empty('select name from f group by name having count(*) > 1', 'no function is overloaded');
select is_empty($$select call from f where modes && '{t,o,b}'::"char"[]$$, 'no function returns a table or has output arguments');
select is_empty($$select call from f where strict and volatility = 'v'$$, 'no volatile function is strict');
select is_empty($$select call from f where not internal and not definer and name not in ('topic_matches', 'login_grant', 'login_revoke')$$,
  'every public function is a definer, but for a pure one and those of the DBA');
select is_empty($$select call from f where definer and not coalesce('search_path=pg_catalog, pg_temp' = any (settings), false)$$,
  'every definer is pinned to pg_catalog, pg_temp');
select is_empty($$select call from f where settings is null and (language <> 'sql' or definer)$$,
  'only a predicate in SQL goes without a pinned path, so that it inlines');
select is_empty($$select call, s from f, unnest(settings) s
  where s <> 'search_path=pg_catalog, pg_temp' and s !~ '^(enable_\w+=(on|off)|jit=off|plan_cache_mode=|TimeZone=UTC|DateStyle=ISO|IntervalStyle=postgres|quote_all_identifiers=off|standard_conforming_strings=on)'$$,
  'beyond that a function sets what steers its plan, the form of its text, and how its literals are read, alone');
select is_empty($$
  select f.call, l[1] from f, regexp_matches(f.body, '--[^\n]*|[eE]''(?:[^''\\]|\\.|'''')*''|''(?:[^'']|'''')*''', 'g') l
  where l[1] like '''%' and position('\' in l[1]) > 0 and not coalesce('standard_conforming_strings=on' = any (f.settings), false)$$,
  'who writes a backslash in a plain literal says how it is read');
select is_empty($$select call from f where internal and definer and not is_trigger$$, 'no internal function is a definer, but for triggers');
select is_empty($$select call from f where not internal and not name ~ '_answer$' and 'actor' = any (arguments)
  and arguments[array_length(arguments, 1)] <> 'actor'$$, 'actor is the last argument');
select is_empty($$select call from f where not internal and pg_get_function_arguments(oid) ~ '\mactor uuid\M(?! DEFAULT rowlock\.actor_current\(\))'
  and name not in ('_actor_access')$$, 'and by default whom the session speaks for');
select is_empty($$select call, a from f, unnest(arguments) a where a in ('from', 'to', 'limit', 'offset', 'order', 'user', 'end')$$,
  'no argument is a reserved word');
select is((select volatility from f where name = 'event_since'), 'v', 'event_since is volatile');
select is_empty($$select call from f where language = 'plpgsql' and body ~* '\m(when|or) others\M' and name not in ('timer_run', '_retention_work')$$,
  'nobody catches everything but who must write down whatever went wrong');

-- Predicates vanish into the query that uses them
create function plan_of(predicate text) returns text language plpgsql as $$
declare
  v_access rowlock.access := rowlock.actor_access(actor => who('worker'));
  v_line text; v_plan text := '';
begin
  for v_line in execute 'explain (verbose, costs off) select from rowlock.escalation e where ' || predicate using v_access loop
    v_plan := v_plan || v_line;
  end loop;
  return v_plan;
end;
$$;
select unalike(plan_of(p), '%rowlock.\_%', format('%s is inlined', p))
from unnest(array['rowlock._can_read($1, e.role, e.assigned_to)',
  'rowlock._can_read_event($1, e.type, e.role, e.assigned_to)', 'rowlock._can_write($1, e.role, e.assigned_to)', 'rowlock._can_manage($1, e.role)',
  'rowlock._escalation_is_available(e.assigned_to, e.assigned_until, e.created_at)']) p;

-- Errors: a state of ours, a rule's name, a JSON detail with a reason, a hint
create temp view raised as
select f.call, r[1] as text from f, regexp_matches(f.body, 'raise exception(.*?;)', 'gs') r where f.language = 'plpgsql';
select cmp_ok((select count(*) from raised), '>', 20::bigint, 'the rule sees the errors it is about');
select is_empty($$select call, text from raised where text !~ 'errcode = ''PT(400|401|403|404|409|413|422|423|429|503)'''$$, 'every error has a PT state');
select is_empty($$select call, text from raised where text !~ 'constraint = '$$, 'every error names its rule');
select is_empty($$select call, text from raised where text !~ 'detail = jsonb_(strip_nulls\(jsonb_)?build_object\(\s*''reason'''$$, 'every error has a reason');
select is_empty($$select call, text from raised where text !~ 'hint = '$$, 'every error says what to do');
select is_empty($$select call, text from raised where text !~ '^ (using\s+message = v_message|''[a-z][^A-Z%]*[^.]'')'$$,
  'every message is constant, in lower case, without a stop');
select is_empty($$select call from f where internal = false and body ~ 'raise exception' and obj_description(oid, 'pg_proc') !~ 'Raises PT'$$,
  'a function that raises says so in its comment');

-- Privileges
select is_empty($$select call from f where exists (
  select from aclexplode(coalesce((select p.proacl from pg_proc p where p.oid = f.oid), acldefault('f', 10))) a where a.grantee = 0)$$, 'PUBLIC executes nothing');
select set_eq(
  $$select name::text from f where has_function_privilege('rowlock_service', oid, 'execute')$$,
  $$select name::text from f where not internal except select name from owner_only$$,
  'the service executes every public function but the owner''s');
select set_eq(
  $$select name::text from f where has_function_privilege('rowlock_user', oid, 'execute')$$,
  $$select name::text from f where not internal except select name from owner_only except select name::text from service_only$$,
  'users execute what does not serve the service alone');
select set_eq(
  $$select name::text from f where has_function_privilege('rowlock_proxy', oid, 'execute')$$,
  $$select name::text from f where has_function_privilege('rowlock_user', oid, 'execute')$$,
  'proxies execute what users execute');
select is_empty($$
  select c.oid::regclass, c.relowner::regrole from pg_class c
  where c.relnamespace = 'rowlock'::regnamespace and c.relowner <> (select n.nspowner from pg_namespace n where n.nspname = 'rowlock')$$,
  'everything belongs to the owner of the schema');
select is_empty($$select call from f join pg_proc p using (oid) where p.proowner <> (select n.nspowner from pg_namespace n where n.nspname = 'rowlock')$$,
  'every function too');
select is_empty($$select a.* from pg_namespace n, aclexplode(n.nspacl) a
  where n.nspname = 'rowlock' and a.grantee <> n.nspowner and (a.privilege_type <> 'USAGE' or a.grantee = 0)$$, 'nobody but the owner creates in the schema');

-- Tables
create temp view t as
select c.oid, c.relname as name, c.relkind as kind from pg_class c where c.relnamespace = 'rowlock'::regnamespace;
select is_empty($$select name from t where kind in ('r', 'v') and obj_description(oid, 'pg_class') is null$$, 'every table and view is commented');
select is_empty($$select t.name from t join pg_class c on c.oid = t.oid, obj_description(c.reltype, 'pg_type') told where t.kind = 'c' and told is null$$,
  'every composite type is commented');
select is_empty($$select t.name from t where kind = 'i' and obj_description(oid, 'pg_class') is null
  and not exists (select from pg_constraint k where k.conindid = t.oid)$$, 'every index names the query it serves');
-- A column whose name says it all needs no comment.
select is_empty($$
  select t.name, a.attname from t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
  where t.kind = 'r' and col_description(t.oid, a.attnum) is null and a.attname not in (
    'id', 'name', 'title', 'description', 'email', 'display_name', 'type', 'subtype', 'status', 'kind', 'value', 'entity', 'topic', 'role',
    'user_id', 'metadata', 'preferences', 'properties', 'payload', 'example', 'tags', 'category', 'address', 'one_row', 'db_role', 'external_id',
    'created_at', 'updated_at', 'applied_at', 'attempted_at', 'ended_at', 'resolved_at', 'expires_at', 'created_by', 'resolved_by', 'initiated_by', 'assigned_to', 'actor',
    'account_type', 'read_scope', 'write_scope', 'source_role', 'target_role', 'parent_role', 'ops_visible', 'key_prefix', 'succeeded',
    'subject_type', 'subject_id', 'origin_id', 'parent_id', 'task_id', 'work_item_id', 'run_id', 'trace_id', 'span_id', 'namespace', 'app_id',
    'workflow_id', 'workflow_type', 'task_queue', 'envelope', 'escalation_payload', 'resolver_payload', 'payload_schema')$$,
  'every column that is not obvious is commented');
select is_empty($$
  select k.conrelid::regclass, k.conname from pg_constraint k
  where k.connamespace = 'rowlock'::regnamespace and k.contype = 'f' and not exists (
    select from pg_index i where i.indrelid = k.conrelid and (i.indkey::int2[])[0:array_length(k.conkey, 1) - 1] @> k.conkey)$$,
  'every foreign key is indexed');
select is_empty($$
  select k.conrelid::regclass, k.conname from pg_constraint k join t on t.oid = k.conrelid
  where k.contype in ('c', 'f', 'u') and k.conname not like t.name || '\_%'$$, 'every constraint is named after its table: the name is an error code');
select is_empty($$select name from t where kind = 'i' and name !~ '_(idx|pkey|key)$'$$, 'every index is named as one');
select is_empty($$select g.tgname from pg_trigger g join t on t.oid = g.tgrelid where not g.tgisinternal and g.tgname !~ ('^' || t.name || '_\d\d_')$$,
  'every trigger is named after its table and its turn');
select is_empty($$select a.attrelid::regclass, a.attname from pg_attribute a join t on t.oid = a.attrelid
  where t.kind = 'r' and a.attnum > 0 and a.atttypid in ('timestamp'::regtype, 'json'::regtype, 'varchar'::regtype, 'money'::regtype, 'real'::regtype)$$,
  'times have a zone, JSON is jsonb, text is text');

-- Timers and the journal's catalog
select is_empty($$
  select t.name from rowlock.timer t where not exists (
    select from f where f.name = t.function and 'max_rows' = any (arguments))$$, 'every timer names a function that works in batches');
select is_empty($$
  select c.topic, c.source from rowlock.topic_catalog c
  where not exists (select from f where f.name = c.source) and c.source is not null$$, 'every topic names the function that writes it');
select is((select cache_size from pg_sequences where schemaname = 'rowlock' and sequencename = 'event_seq'), 1::bigint, 'the journal''s sequence caches nothing');
-- A SELECT of last_value can see nextval's look-ahead, and a mark or a top made from it loses events: decision 0004.
select is_empty($$select call from f where body ~* '(from|join)\s+rowlock\.event_seq'$$, 'no function reads the sequence by SELECT');

select * from finish();
rollback;
