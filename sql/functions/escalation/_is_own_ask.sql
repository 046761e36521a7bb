-- rowlock._escalation_is_own_ask(escalation, access): did the run that the actor speaks for ask this itself, in a role where that counts?
-- Reads: rowlock.run, rowlock.host, rowlock.user_account, rowlock.role.
create or replace function rowlock._escalation_is_own_ask(
  escalation rowlock.escalation,
  access     rowlock.access
)
returns boolean
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_own boolean := false;
begin
  if escalation.run_id is not null then
    -- A run speaks by the bot of its host: of the one it is on now, and of the one it asked from.
    v_own := exists (
        select from rowlock.run r
        join rowlock.host h on h.id = r.host_id and h.bot_id = access.actor
        where r.id = escalation.run_id)
      or escalation.created_by = access.actor and exists (
        select from rowlock.user_account u where u.id = access.actor and u.account_type = 'bot');
  elsif escalation.created_by = access.actor and escalation.origin_id is not null then
    -- Not as a run, but on what a run of its own is at.
    v_own := exists (
      select from rowlock.host h
      join rowlock.run r on r.host_id = h.id and r.origin_id = escalation.origin_id
      where h.bot_id = access.actor);
  end if;
  return coalesce(v_own, false)
    and not exists (select from rowlock.role r where r.role = escalation.role and r.run_self_approval);
end;
$$;

comment on function rowlock._escalation_is_own_ask is
  'True for the bot of a host and what a run there asked, or what the bot itself asked about the origin of such a run, unless the role has run_self_approval. People are never meant.';
revoke all on function rowlock._escalation_is_own_ask from public;
