-- rowlock._escalation_person_refuse(ids, reasons): refuse a whole set of which a row is not the actor's to answer.
create or replace function rowlock._escalation_person_refuse(
  ids     uuid[],
  reasons text[]
)
returns void
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_ids jsonb;
begin
  v_ids := rowlock._escalation_of_reason(ids => ids, reasons => reasons, reason => 'self_approval');
  if v_ids is not null then
    raise exception 'escalation may not be answered by who asked it'
      using errcode = 'PT403', constraint = 'escalation_self_approval',
            detail = jsonb_build_object('reason', 'self_approval', 'ids', v_ids)::text,
            hint = 'Whoever created or initiated these, and the runs that ask them, cannot answer them; nothing was changed.';
  end if;
  v_ids := rowlock._escalation_of_reason(ids => ids, reasons => reasons, reason => 'not_person');
  if v_ids is not null then
    raise exception 'escalation is approved by people only'
      using errcode = 'PT403', constraint = 'escalation_not_person',
            detail = jsonb_build_object('reason', 'not_person', 'ids', v_ids)::text,
            hint = 'These need the agreement of several people, and a bot is none; nothing was changed.';
  end if;
end;
$$;

comment on function rowlock._escalation_person_refuse is 'Raises PT403, naming the rows that the actor asked, else those that need people.';
revoke all on function rowlock._escalation_person_refuse from public;
