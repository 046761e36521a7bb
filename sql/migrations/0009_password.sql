-- When an account last had its password set: somebody may still be signed in with one that is gone.

alter table rowlock.user_account add column password_at timestamptz;
comment on column rowlock.user_account.password_at is 'When a password was last set or cleared; null: the account never had one.';
update rowlock.user_account
set password_at = updated_at
where password_hash is not null;

-- Its arguments change.
drop function if exists rowlock._api_key_distrust(uuid);
