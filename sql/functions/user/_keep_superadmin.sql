-- rowlock._user_keep_superadmin(user_id, role): refuse to take the last active superadmin away.
-- Reads: rowlock.user_account, rowlock.membership.
create or replace function rowlock._user_keep_superadmin(
  user_id uuid,
  role    text default null
)
returns void
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  if not exists (
    select from rowlock.membership m
    join rowlock.user_account u on u.id = m.user_id
    where m.user_id = _user_keep_superadmin.user_id and m.type = 'superadmin' and u.status = 'active'
      and (_user_keep_superadmin.role is null or m.role = _user_keep_superadmin.role))
  then
    return;
  end if;
  -- All who take a superadmin away wait for each other here; the next statement sees what they left.
  perform from rowlock.membership m where m.type = 'superadmin' order by m.user_id, m.role for update;
  if not exists (
    select from rowlock.membership m
    join rowlock.user_account u on u.id = m.user_id
    where m.type = 'superadmin' and u.status = 'active'
      and (m.user_id <> _user_keep_superadmin.user_id or m.role <> _user_keep_superadmin.role))
  then
    raise exception 'account is the last active superadmin'
      using errcode = 'PT409', constraint = 'user_last_superadmin',
            detail = jsonb_build_object('reason', 'last_superadmin', 'user_id', user_id)::text,
            hint = 'Make another superadmin first.';
  end if;
end;
$$;

comment on function rowlock._user_keep_superadmin is
  'Called before the membership in a role, or without one all of an account''s, cease to count. Raises PT409.';
revoke all on function rowlock._user_keep_superadmin from public;
