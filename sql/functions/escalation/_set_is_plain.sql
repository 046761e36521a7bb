-- rowlock._escalation_set_is_plain(ids, access, at): may the actor answer each of some locked rows, by any answer, and wakes none a waiter?
-- Reads: rowlock.escalation, rowlock.role, rowlock.host.
create or replace function rowlock._escalation_set_is_plain(
  ids    uuid[],
  access rowlock.access,
  at     timestamptz
)
returns boolean
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  return not exists (
    select from only rowlock.escalation e
    where e.id = any (_escalation_set_is_plain.ids)
      and not (
        e.signal_key is null
        and rowlock._escalation_is_plain(access, e, at)
        and rowlock._can_read(access, e.role, e.assigned_to)
        -- Only the bot of a host can have asked for a run of its own.
        and (e.created_by is distinct from access.actor or e.origin_id is null
          or not exists (select from rowlock.host h where h.bot_id = access.actor))
        and coalesce((select false from rowlock.role r where r.role = e.role and r.answers_checked), true)));
end;
$$;

comment on function rowlock._escalation_set_is_plain is
  'True where nothing needs a look at single rows. The caller has locked them.';
revoke all on function rowlock._escalation_set_is_plain from public;
