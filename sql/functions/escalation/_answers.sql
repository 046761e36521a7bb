-- rowlock._escalation_answers(escalation): what people have said so far to a row that needs several of them.
-- Reads: rowlock.approval.
create or replace function rowlock._escalation_answers(escalation rowlock.escalation)
returns jsonb
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  if escalation.approvals_required = 1 then
    return '[]';
  end if;
  return coalesce((
    select jsonb_agg(jsonb_build_object(
      'user_id', a.user_id,
      'on_behalf_of', a.on_behalf_of,
      'role', a.role,
      'decision', a.decision,
      'resolver_payload', a.resolver_payload::text,
      'counts', c.user_id is not null,
      'answered_at', rowlock._time_iso(a.answered_at)
    ) order by a.answered_at, a.user_id)
    from rowlock.approval a
    left join rowlock._escalation_approvals_counted(escalation_id => escalation.id) c on c.user_id = a.user_id
    where a.escalation_id = escalation.id
  ), '[]');
end;
$$;

comment on function rowlock._escalation_answers is
  'The latest answer of each person, oldest first; counts: the row was not escalated since, who said it and for whom are still active, and that person did not say something since or before in person.';
revoke all on function rowlock._escalation_answers from public;
