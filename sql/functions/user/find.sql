-- rowlock.user_find(external_id): the account of this name, if there is one; for the owner's tools.
-- Reads: rowlock.user_account, rowlock.membership.
create or replace function rowlock.user_find(external_id text default null)
returns setof rowlock.user_account
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  (select u.* from rowlock.user_account u where u.external_id = user_find.external_id)
  union all
  (select u.*
   from rowlock.user_account u
   join rowlock.membership m on m.user_id = u.id and m.type = 'superadmin'
   where user_find.external_id is null and u.status = 'active'
   order by u.created_at
   limit 1);
$$;

comment on function rowlock.user_find is
  'At most one account: of the external id, or without one the first active superadmin. For the owner of the schema.';
revoke all on function rowlock.user_find from public;
