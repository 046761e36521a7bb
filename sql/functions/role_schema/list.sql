-- rowlock.role_schema_list(role, max_rows, skip_rows, actor): the versions of a role's pair of schemas, newest first.
-- Reads: rowlock.role, rowlock.role_schema.
create or replace function rowlock.role_schema_list(
  role      text,
  max_rows  integer default 50,
  skip_rows integer default 0,
  actor     uuid default rowlock.actor_current()
)
returns rowlock.role_schema_page
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_page   rowlock.role_schema_page;
begin
  perform rowlock._argument_text(field => 'role', value => role, required => true);
  perform rowlock._argument_range(field => 'max_rows', value => max_rows, low => 1, high => 500);
  perform rowlock._argument_range(field => 'skip_rows', value => skip_rows, low => 0, high => 1000000);
  if not exists (select from rowlock.role r where r.role = role_schema_list.role) then
    perform rowlock._role_missing(role => role);
  end if;
  select
    coalesce(jsonb_agg(jsonb_build_object(
      'version', p.version, 'change_summary', p.change_summary,
      'created_by', p.created_by, 'created_at', rowlock._time_iso(p.created_at)) order by p.version desc), '[]'),
    (select count(*) from rowlock.role_schema s where s.role = role_schema_list.role)
  into v_page
  from (
    select s.version, s.change_summary, s.created_by, s.created_at
    from rowlock.role_schema s
    where s.role = role_schema_list.role
    order by s.version desc
    limit role_schema_list.max_rows offset role_schema_list.skip_rows
  ) p;
  return v_page;
end;
$$;

comment on function rowlock.role_schema_list is
  'A page of the versions, without the schemas themselves: who made them when, and why. Any signed-in account may see it. Raises PT400, PT401, PT403, PT404.';
revoke all on function rowlock.role_schema_list from public;
select rowlock._function_grant('role_schema_list', 'service', 'user', 'proxy');
