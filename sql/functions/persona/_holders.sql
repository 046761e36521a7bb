-- rowlock._persona_holders(persona_id): the accounts that have a persona, locked.
-- Reads: rowlock.user_persona, rowlock.user_account.
create or replace function rowlock._persona_holders(persona_id uuid)
returns uuid[]
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_ids constant uuid[] := array(
    select h.user_id from rowlock.user_persona h where h.persona_id = _persona_holders.persona_id order by h.user_id);
begin
  perform rowlock._user_lock(variadic v_ids);
  return v_ids;
end;
$$;

comment on function rowlock._persona_holders is 'Called with the persona locked, so that nobody joins meanwhile.';
revoke all on function rowlock._persona_holders from public;
