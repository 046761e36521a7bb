-- rowlock._escalation_answer_set(ids, resolver_payloads, access, at, credentials): answer locked rows that may be answered, each by its own.
-- Reads: rowlock.escalation, rowlock.role. Writes: rowlock.escalation, rowlock.approval, rowlock.event.
create or replace function rowlock._escalation_answer_set(
  ids               uuid[],
  resolver_payloads jsonb[],
  access            rowlock.access,
  at                timestamptz,
  credentials       jsonb default null
)
returns rowlock.escalation_resolved_set
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_rows    rowlock.escalation[];
  v_answers jsonb[];
  v_places  integer[];
  v_open    rowlock.escalation;
  v_result  rowlock.escalation_resolved_set;
begin
  v_result.approved := '[]';
  v_result.skipped := '[]';
  -- Only rows that ask for more than an answer are read whole.
  select array_agg(e order by a.n), array_agg(a.resolver_payload order by a.n), array_agg(a.n order by a.n)
  into v_rows, v_answers, v_places
  from unnest(ids, _escalation_answer_set.resolver_payloads) with ordinality a (id, resolver_payload, n)
  join only rowlock.escalation e on e.id = a.id
  where e.approvals_required > 1
    or _escalation_answer_set.credentials is not null
    or e.metadata ?| array['form_schema', 'schema_version']
    or exists (select from rowlock.role r where r.role = e.role and r.answers_checked);

  if v_rows is not null then
    v_answers := rowlock._escalation_answer_gate(
      escalations => v_rows, resolver_payloads => v_answers, credentials => credentials, access => access);
    for i in 1 .. cardinality(v_rows) loop
      resolver_payloads[v_places[i]] := v_answers[i];
      continue when (v_rows[i]).approvals_required = 1;
      v_open := rowlock._escalation_approve(
        escalation => v_rows[i], resolver_payload => v_answers[i], metadata => null, access => access, at => at);
      if v_open.id is not null then
        v_result.approved := v_result.approved || jsonb_build_array(jsonb_build_object(
          'id', v_open.id, 'approvals', v_open.approvals, 'required', v_open.approvals_required));
        -- No row has this id, so the set leaves it out.
        ids[v_places[i]] := null;
      end if;
    end loop;
  end if;
  v_result.ids := rowlock._escalation_settle_set(
    ids => ids, resolver_payloads => resolver_payloads, access => access, at => at);
  return v_result;
end;
$$;

comment on function rowlock._escalation_answer_set is
  'Which rows were resolved, and which gained an approval and are still open. The caller has locked and judged them. Raises what the gate does.';
revoke all on function rowlock._escalation_answer_set from public;
