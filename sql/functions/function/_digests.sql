-- rowlock._function_digests(): a digest of every function of the schema, and which kinds of login may call it.
create or replace function rowlock._function_digests()
returns jsonb
language sql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(jsonb_object_agg(p.proname, jsonb_build_array(
    -- Nothing that depends on the server's version: a restored database has the same digests.
    left(md5(concat_ws(E'\n', p.prosrc, p.prosecdef, p.provolatile, p.proconfig::text, p.proargnames::text)), 12),
    array(
      select k.kind from unnest(array['service', 'user', 'proxy', 'reader']) k (kind)
      join aclexplode(p.proacl) a on a.grantee = to_regrole('rowlock_' || k.kind) and a.privilege_type = 'EXECUTE'
      order by k.kind))), '{}')
  from pg_proc p
  where p.pronamespace = 'rowlock'::regnamespace;
$$;

comment on function rowlock._function_digests is 'By name: a digest of body, modes and settings, and the kinds of login that may execute it.';
revoke all on function rowlock._function_digests from public;
