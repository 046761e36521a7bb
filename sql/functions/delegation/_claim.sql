-- rowlock._delegation_claim(escalation): the event of the latest claim of a row, which alone says for whom it was claimed.
-- Reads: rowlock.event.
create or replace function rowlock._delegation_claim(escalation rowlock.escalation)
returns rowlock.event
language sql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
  select v.*
  from rowlock.event v
  where v.subject_id = escalation.id::text and v.subject_type = 'escalation' and v.topic = 'escalation.claimed'
    and (v.payload ->> 'claim_no')::integer = escalation.claim_no
  order by v.seq desc
  limit 1;
$$;

comment on function rowlock._delegation_claim is 'Null where the journal has it no more.';
revoke all on function rowlock._delegation_claim from public;
