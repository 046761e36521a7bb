-- rowlock._escalation_approvals_counted(escalation_id): the answers to a row that count: one of each person.
-- Reads: rowlock.approval, rowlock.user_account.
create or replace function rowlock._escalation_approvals_counted(escalation_id uuid)
returns setof rowlock.approval
language sql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
  -- A person and who answers for that person are one, and the person's own word goes before that of others.
  select distinct on (coalesce(a.on_behalf_of, a.user_id)) a.*
  from rowlock.approval a
  join rowlock.user_account u on u.id = a.user_id and u.status = 'active'
  join rowlock.user_account p on p.id = coalesce(a.on_behalf_of, a.user_id) and p.status = 'active'
  where a.escalation_id = _escalation_approvals_counted.escalation_id and not a.void
  order by coalesce(a.on_behalf_of, a.user_id), a.on_behalf_of is null desc, a.answered_at desc, a.user_id;
$$;

comment on function rowlock._escalation_approvals_counted is
  'Not what was said before the row was escalated, nor by or for somebody who is not active any more.';
revoke all on function rowlock._escalation_approvals_counted from public;
