-- rowlock._escalation_of_reason(ids, reasons, reason): the rows of a set that one reason stands against, or null.
create or replace function rowlock._escalation_of_reason(
  ids     uuid[],
  reasons text[],
  reason  text
)
returns jsonb
language sql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_agg(r.id order by r.n)
  from unnest(_escalation_of_reason.ids, reasons) with ordinality r (id, reason, n)
  where r.reason = _escalation_of_reason.reason;
$$;

comment on function rowlock._escalation_of_reason is 'Their ids as a JSON array, in the order of the set.';
revoke all on function rowlock._escalation_of_reason from public;
