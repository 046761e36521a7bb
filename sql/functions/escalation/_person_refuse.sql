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
  v_reason text;
  v_ids    jsonb;
begin
  -- The gravest of them, with every row that it holds for.
  select r.reason, jsonb_agg(r.id order by r.n) into v_reason, v_ids
  from unnest(_escalation_person_refuse.ids, reasons) with ordinality r (id, reason, n)
  where r.reason in ('self_approval', 'not_person')
  group by r.reason
  order by r.reason <> 'self_approval'
  limit 1;
  if v_reason = 'self_approval' then
    raise exception 'escalation may not be answered by who asked it'
      using errcode = 'PT403', constraint = 'escalation_self_approval',
            detail = jsonb_build_object('reason', 'self_approval', 'ids', v_ids)::text,
            hint = 'Whoever created or initiated these cannot answer them; nothing was changed.';
  end if;
  if v_reason = 'not_person' then
    raise exception 'escalation is approved by people only'
      using errcode = 'PT403', constraint = 'escalation_not_person',
            detail = jsonb_build_object('reason', 'not_person', 'ids', v_ids)::text,
            hint = 'These need the agreement of several people, and a bot is none; nothing was changed.';
  end if;
end;
$$;

comment on function rowlock._escalation_person_refuse is 'Raises PT403, naming the rows that the actor asked, else those that need people.';
revoke all on function rowlock._escalation_person_refuse from public;
