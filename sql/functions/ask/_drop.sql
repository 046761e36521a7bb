-- rowlock._ask_drop(ids, reason, at, access): call locked rows off because nobody waits for their answers any more.
-- Writes: rowlock.escalation, rowlock.event, rowlock.ask.
create or replace function rowlock._ask_drop(
  ids    uuid[],
  reason text,
  at     timestamptz,
  access rowlock.access
)
returns uuid[]
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_ids uuid[];
begin
  -- Most runs end without a question.
  if ids = '{}' then
    return ids;
  end if;
  v_ids := rowlock._escalation_cancel_set(ids => ids, reason => reason, at => at, access => access);
  -- As _ask_number takes them.
  perform from rowlock.ask a where a.escalation_id = any (v_ids) order by a.escalation_id for no key update;
  update rowlock.ask a set dropped = true where a.escalation_id = any (v_ids);
  return v_ids;
end;
$$;

comment on function rowlock._ask_drop is
  'Those of the rows that were pending and not due; if the same is asked again, it is asked anew.';
revoke all on function rowlock._ask_drop from public;
