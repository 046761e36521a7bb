-- rowlock.actor_current(): for whom this session speaks; the default of every actor argument.
-- Reads: rowlock.db_principal.
create or replace function rowlock.actor_current()
returns uuid
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_login rowlock.db_principal;
  v_given constant text := nullif(current_setting('rowlock.actor', true), '');
begin
  select p.* into v_login
  from rowlock.db_principal p
  where p.db_role = session_user and p.revoked_at is null
    -- A role that was dropped and made again under this name is another login.
    and p.role_oid = to_regrole(quote_ident(session_user));
  if v_login.kind = 'user' then
    return v_login.user_id;
  end if;
  if v_given is null or v_login.kind = 'reader' then
    return null;  -- the verb refuses: no actor is known
  end if;
  if v_given !~ '^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$' then
    raise exception 'setting rowlock.actor is not an id'
      using errcode = 'PT401', constraint = 'actor_setting',
            detail = jsonb_build_object('reason', 'unparsable')::text,
            hint = 'Set rowlock.actor to the id of an account.';
  end if;
  return v_given::uuid;
end;
$$;

comment on function rowlock.actor_current is
  'The account this session speaks for: of a user login always its own; else the setting rowlock.actor; null when there is none. Raises PT401.';
revoke all on function rowlock.actor_current from public;
select rowlock._function_grant('actor_current', 'service', 'user', 'proxy');
