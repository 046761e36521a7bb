-- rowlock._role_level_hindrance(user_id, role): why a row of the role cannot be given to somebody.
-- Reads: rowlock.user_account, rowlock.membership.
create or replace function rowlock._role_level_hindrance(
  user_id uuid,
  role    text
)
returns text
language sql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
  select nullif(coalesce(
    (select
       case
         when u.status <> 'active' then 'not_active'
         when not exists (
           select from rowlock.membership m
           where m.user_id = u.id and (
             rowlock._membership_is_global(role => m.role, type => m.type)
             -- Who may act on own rows only may do so once it is assigned.
             or m.role = _role_level_hindrance.role and (m.type <> 'member' or m.write_scope in ('all', 'self'))))
           then 'no_write_scope'
         else ''
       end
     from rowlock.user_account u
     where u.id = _role_level_hindrance.user_id),
    'unknown_account'), '');
$$;

comment on function rowlock._role_level_hindrance is
  'unknown_account, not_active or no_write_scope; null: nothing is in the way.';
revoke all on function rowlock._role_level_hindrance from public;
