-- rowlock._bot_missing(id): refuse an account that is not there, or is a person's.
-- Reads: rowlock.user_account.
create or replace function rowlock._bot_missing(id uuid)
returns void
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  if exists (select from rowlock.user_account u where u.id = _bot_missing.id) then
    raise exception 'account is no bot'
      using errcode = 'PT404', constraint = 'user_exists',
            detail = jsonb_build_object('reason', 'no_bot', 'id', id)::text,
            hint = 'Name a bot; rowlock user add --bot, or POST /api/bot-accounts, makes one.';
  end if;
  perform rowlock._user_missing(id => id);
end;
$$;

comment on function rowlock._bot_missing is 'Raises PT404.';
revoke all on function rowlock._bot_missing from public;
