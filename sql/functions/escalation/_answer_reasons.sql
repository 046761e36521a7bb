-- rowlock._escalation_answer_reasons(ids, locked, access, at, …): why each row of a set may not be answered, null where it may.
-- Reads: rowlock.escalation.
create or replace function rowlock._escalation_answer_reasons(
  ids              uuid[],
  locked           uuid[],
  access           rowlock.access,
  at               timestamptz,
  require_claimed  boolean default false,
  expected_digests text[] default null
)
returns text[]
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_reasons text[] := array_fill('not_found'::text, array[cardinality(ids)]);
  v_row     rowlock.escalation;
  n         integer;
begin
  for v_row in select e.* from rowlock.escalation e where e.id = any (_escalation_answer_reasons.ids) loop
    n := array_position(ids, v_row.id);
    -- What no rule looks at stays where it is stored.
    v_row.envelope := null;
    v_row.on_timeout := null;
    v_row.resolver_payload := null;
    v_reasons[n] := rowlock._escalation_answer_reason(
      escalation => v_row, access => access, at => at, require_claimed => require_claimed,
      expected_digest => expected_digests[n]);
    -- It came into reach after the others were locked.
    if v_reasons[n] is null and v_row.id <> all (locked) then
      v_reasons[n] := 'contended';
    end if;
  end loop;
  return v_reasons;
end;
$$;

comment on function rowlock._escalation_answer_reasons is
  'As _escalation_answer_reason, in the order of ids, which are distinct; contended where the row is not locked.';
revoke all on function rowlock._escalation_answer_reasons from public;
