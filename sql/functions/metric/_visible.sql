-- rowlock._metric_visible(): may the owner of the schema see what sessions of other logins do?
create or replace function rowlock._metric_visible()
returns boolean
language sql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
  select pg_has_role(current_user, 'pg_read_all_stats', 'usage');
$$;

comment on function rowlock._metric_visible is 'Whether pg_stat_activity shows transactions and snapshots of other logins.';
revoke all on function rowlock._metric_visible from public;
