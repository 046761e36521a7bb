-- rowlock._escalation_approvals_void(ids): rows that go to another role leave behind what was said of them.
-- Writes: rowlock.approval.
create or replace function rowlock._escalation_approvals_void(ids uuid[])
returns void
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  update rowlock.approval a
  set void = true
  where a.escalation_id = any (_escalation_approvals_void.ids) and not a.void;
end;
$$;

comment on function rowlock._escalation_approvals_void is
  'The answers stay to be read and count no more, also when the row comes back. The caller has locked the rows.';
revoke all on function rowlock._escalation_approvals_void from public;
