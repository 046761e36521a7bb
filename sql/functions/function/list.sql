-- rowlock.function_list(): the functions and their types as data, for documents and clients.
create or replace function rowlock.function_list()
returns jsonb
language sql stable security definer
set search_path = pg_catalog, pg_temp
set quote_all_identifiers = off
set standard_conforming_strings = on
as $$
  with schema as materialized (
    select t.typnamespace as oid from pg_type t where t.oid = 'rowlock.http_answer'::regtype
  ),
  function as materialized (
    select p.oid, p.proname, p.prorettype, p.proretset, p.proargnames, p.proargtypes, p.pronargs, p.pronargdefaults,
      coalesce(obj_description(p.oid, 'pg_proc'), '') as comment
    from pg_proc p
    where p.pronamespace = (select s.oid from schema s) and p.prokind = 'f'
  ),
  argument as (
    select f.oid, jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
      'name', f.proargnames[a.i],
      'type', t.typname,
      'required', a.i <= f.pronargs - f.pronargdefaults,
      -- A default is a literal with its type behind it; what is computed is not told.
      'default', case
        when d.text ~ '^(-?\d+|true|false)$' then d.text::jsonb
        when d.text ~ '^''\{\}''::\w+ *\w*\[\]$' then '[]'
        when d.text ~ '^''.*''::jsonb$' then substring(d.text from '^''(.*)''::jsonb$')::jsonb
        when d.text ~ '^''.*''::text$' then to_jsonb(substring(d.text from '^''(.*)''::text$'))
      end)) order by a.i) as arguments
    from function f
    cross join unnest(f.proargtypes::oid[]) with ordinality a (type, i)
    cross join pg_get_function_arg_default(f.oid, a.i::integer) d (text)
    join pg_type t on t.oid = a.type
    where f.proname not like '\_%'
    group by f.oid
  ),
  type as (
    select t.typname, obj_description(t.oid, 'pg_type') as comment, jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
      'name', c.attname,
      'type', e.typname,
      'nullable', not c.attnotnull,
      'comment', col_description(c.attrelid, c.attnum))) order by c.attnum) as columns
    from pg_type t
    join pg_class r on r.oid = t.typrelid and r.relkind in ('r', 'c')
    join pg_attribute c on c.attrelid = r.oid and c.attnum > 0 and not c.attisdropped
    join pg_type e on e.oid = c.atttypid
    where t.typnamespace = (select s.oid from schema s)
    group by t.oid
  )
  select jsonb_build_object(
    'functions', (
      select jsonb_object_agg(f.proname, jsonb_build_object(
        'comment', f.comment,
        'arguments', coalesce(a.arguments, '[]'),
        'returns', t.typname,
        'returns_set', f.proretset))
      from function f
      join pg_type t on t.oid = f.prorettype
      left join argument a on a.oid = f.oid
      where f.proname not like '\_%'),
    'types', (
      select jsonb_object_agg(t.typname, jsonb_build_object('comment', t.comment, 'columns', t.columns)) from type t),
    'records', (
      select coalesce(jsonb_agg(f.comment order by f.proname), '[]')
      from function f
      where f.proname like '\_%' and f.comment ~ '\nRecord '),
    'glossary', rowlock._argument_glossary());
$$;

comment on function rowlock.function_list is
  'The public functions with arguments, defaults and comments, the types, the records that several answers share, and the glossary of arguments: what the OpenAPI document is made from.';
revoke all on function rowlock.function_list from public;
select rowlock._function_grant('function_list', 'service');
