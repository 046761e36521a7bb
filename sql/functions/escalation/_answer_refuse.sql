-- rowlock._escalation_answer_refuse(escalation, reason): say why the actor may not answer the row, when there is a reason.
create or replace function rowlock._escalation_answer_refuse(
  escalation rowlock.escalation,
  reason     text
)
returns void
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  if reason is null then
    return;
  end if;
  if reason = 'self_approval' then
    raise exception 'escalation may not be answered by who asked it'
      using errcode = 'PT403', constraint = 'escalation_self_approval',
            detail = jsonb_build_object('reason', 'self_approval', 'id', escalation.id)::text,
            hint = 'Whoever created or initiated it, and the run that asks it, cannot answer it; ask somebody else.';
  end if;
  if reason = 'not_person' then
    raise exception 'escalation is approved by people only'
      using errcode = 'PT403', constraint = 'escalation_not_person',
            detail = jsonb_build_object(
              'reason', 'not_person', 'id', escalation.id, 'required', escalation.approvals_required)::text,
            hint = 'It needs the agreement of several people, and a bot is none.';
  end if;
  perform rowlock._escalation_refuse(escalation => escalation, reason => reason);
end;
$$;

comment on function rowlock._escalation_answer_refuse is
  'Raises what _escalation_answer_reason found on a row that is readable and writable: PT403, PT409. Null: nothing.';
revoke all on function rowlock._escalation_answer_refuse from public;
