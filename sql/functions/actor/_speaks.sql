-- rowlock._actor_speaks(actor): may the login of this session speak for the actor? Raises when not.
-- Reads: rowlock.db_principal.
create or replace function rowlock._actor_speaks(actor uuid)
returns boolean
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_login rowlock.db_principal;
begin
  select p.* into v_login
  from rowlock.db_principal p
  where p.db_role = session_user and p.revoked_at is null
    -- A role that was dropped and made again under this name is another login.
    and p.role_oid = to_regrole(quote_ident(session_user));
  if not found then
    -- The owner and superusers count as service; everybody else has no actor.
    if pg_has_role(session_user, (select n.nspowner from pg_namespace n where n.nspname = 'rowlock'), 'member') then
      v_login.kind := 'service';
    else
      raise exception 'login is not registered'
        using errcode = 'PT401', constraint = 'login_registered',
              detail = jsonb_build_object('reason', 'unregistered', 'login', session_user)::text,
              hint = 'A DBA registers logins with rowlock.login_grant.';
    end if;
  end if;
  if actor is null or v_login.kind = 'reader' then
    raise exception 'no actor is known'
      using errcode = 'PT401', constraint = 'actor_known',
            detail = jsonb_build_object('reason', 'no_actor', 'login_kind', v_login.kind)::text,
            hint = 'Pass actor, or set rowlock.actor for the transaction.';
  end if;
  if v_login.kind = 'service' then
    return true;
  end if;
  -- An old snapshot would keep what was revoked or suspended since; whoever waits could go on by it.
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'login may call in read committed only'
      using errcode = 'PT403', constraint = 'actor_isolation',
            detail = jsonb_build_object(
              'reason', 'isolation', 'isolation', current_setting('transaction_isolation'), 'login_kind', v_login.kind)::text,
            hint = 'Call outside a transaction, or with the default isolation.';
  end if;
  if v_login.user_id is distinct from actor
     and (v_login.kind = 'user' or rowlock.actor_current() is distinct from actor) then
    raise exception 'login may not speak for this actor'
      using errcode = 'PT403', constraint = 'actor_own',
            detail = jsonb_build_object('reason', 'impersonation', 'login_kind', v_login.kind)::text,
            hint = 'Leave actor out: the login''s own is taken.';
  end if;
  return true;
end;
$$;

comment on function rowlock._actor_speaks is
  'Checks the actor argument against the login of the session. Raises PT401 (login_registered, actor_known), PT403 (actor_own, actor_isolation).';
revoke all on function rowlock._actor_speaks from public;
