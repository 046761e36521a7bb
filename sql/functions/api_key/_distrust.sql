-- rowlock._api_key_distrust(user_id, promoted): a bot that has become global keeps no key of a minter who may not mint for it.
-- Reads: rowlock.membership, rowlock.user_account. Writes: rowlock.api_key.
create or replace function rowlock._api_key_distrust(
  user_id  uuid,
  promoted boolean
)
returns void
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  delete from rowlock.api_key k
  where k.user_id = _api_key_distrust.user_id
    -- Of the global memberships of the bot each asks for a minter of its kind.
    and exists (
      select from rowlock.membership m
      where m.user_id = k.user_id
        and rowlock._membership_is_global(role => m.role, type => m.type)
        and not exists (
          select from rowlock.membership g
          join rowlock.user_account u on u.id = g.user_id and u.status = 'active'
          where g.user_id = k.created_by
            -- Whoever had a key of a lesser bot may have minted by it.
            and (u.account_type = 'user' or not _api_key_distrust.promoted)
            and (g.type = 'superadmin' or (m.type = 'admin' and g.role = 'admin' and g.type = 'admin'))));
end;
$$;

comment on function rowlock._api_key_distrust is
  'Who minted a key knows it. Revokes the keys of a global bot whose minter is not global too; of a superadmin bot, whose minter is no superadmin. When it has just become one: those that bots minted too, itself among them.';
revoke all on function rowlock._api_key_distrust from public;
