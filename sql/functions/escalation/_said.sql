-- rowlock._escalation_said(escalation_id, person): has somebody answered a row in the own name, so that it counts?
-- Reads: rowlock.approval.
create or replace function rowlock._escalation_said(
  escalation_id uuid,
  person        uuid
)
returns boolean
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  return exists (
    select from rowlock.approval a
    where a.escalation_id = _escalation_said.escalation_id and a.user_id = person
      and a.on_behalf_of is null and not a.void);
end;
$$;

comment on function rowlock._escalation_said is
  'A look at a key, which keeps a pop from the length of what its actor has answered; not inlined, because most rows are not asked. The person is active.';
revoke all on function rowlock._escalation_said from public;
