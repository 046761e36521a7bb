-- rowlock.user_list(search, account_type, status, role, type, max_rows, skip_rows, actor): accounts by external id.
-- Reads: rowlock.user_account, rowlock.membership.
create or replace function rowlock.user_list(
  search       text default null,
  account_type text default null,
  status       text default null,
  role         text default null,
  type         text default null,
  max_rows     integer default 50,
  skip_rows    integer default 0,
  actor        uuid default rowlock.actor_current()
)
returns rowlock.user_page
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  -- What user_get refuses is not shown here either.
  v_whole  constant boolean := v_access.is_global or v_access.admin_of <> '{}';
  v_page   rowlock.user_page;
begin
  perform rowlock._argument_text(field => 'search', value => search);
  perform rowlock._argument_range(field => 'max_rows', value => max_rows, low => 1, high => 500);
  perform rowlock._argument_range(field => 'skip_rows', value => skip_rows, low => 0, high => 1000000);
  if account_type not in ('user', 'bot') then
    perform rowlock._argument_refuse(field => 'account_type', reason => 'unknown', hint => 'user or bot.');
  end if;
  if status not in ('active', 'inactive', 'suspended') then
    perform rowlock._argument_refuse(
      field => 'status', reason => 'unknown', hint => 'active, inactive or suspended.');
  end if;
  perform rowlock._argument_text(field => 'role', value => role);
  if type not in ('superadmin', 'admin', 'member') then
    perform rowlock._argument_refuse(field => 'type', reason => 'unknown', hint => 'superadmin, admin or member.');
  end if;

  with found as materialized (
    select u as account
    from rowlock.user_account u
    where (user_list.account_type is null or u.account_type = user_list.account_type)
      and (user_list.status is null or u.status = user_list.status)
      -- Who is in a role is told to those who see all of it.
      and ((user_list.role is null and user_list.type is null) or exists (
        select from rowlock.membership m
        where m.user_id = u.id
          and (user_list.role is null or m.role = user_list.role)
          and (user_list.type is null or m.type = user_list.type)
          and (v_whole or u.id = v_access.actor or m.role = any (v_access.read_all))))
      -- strpos takes the term as it is: no pattern characters to escape.
      and (user_list.search is null
        or strpos(lower(u.external_id), lower(user_list.search)) > 0
        or strpos(lower(u.display_name), lower(user_list.search)) > 0
        or ((v_whole or u.id = v_access.actor) and strpos(lower(u.email), lower(user_list.search)) > 0))
  )
  select
    (select coalesce(jsonb_agg(
       case
         when v_whole then rowlock._user_record(p.account) || jsonb_build_object('roles', (
           select coalesce(jsonb_agg(jsonb_build_object('role', m.role, 'type', m.type) order by m.role), '[]')
           from rowlock.membership m
           where m.user_id = (p.account).id))
         when (p.account).id = v_access.actor then rowlock._user_record(p.account)
         else rowlock._user_record(p.account) - array['email', 'metadata', 'created_at', 'updated_at']
       end order by (p.account).external_id), '[]')
     from (
       select f.account from found f order by (f.account).external_id
       limit user_list.max_rows offset user_list.skip_rows) p),
    (select count(*) from found)
  into v_page;
  return v_page;
end;
$$;

comment on function rowlock.user_list is
  'A page of accounts, and how many there are; search finds a part of external id, name or email, role and type those with such a membership (in roles the actor reads). Any signed-in account may look; email, metadata and roles of others are for global access and admins of a role. Raises PT400, PT401, PT403.';
revoke all on function rowlock.user_list from public;
select rowlock._function_grant('user_list', 'service', 'user', 'proxy');
