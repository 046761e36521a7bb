-- rowlock.escalation_claim_next_answer(result, roles, types, count, actor): the claimed rows, and what the queue still has.
create or replace function rowlock.escalation_claim_next_answer(
  result rowlock.escalation[],
  roles  text[] default null,
  types  text[] default null,
  count  boolean default true,
  actor  uuid default rowlock.actor_current()
)
returns rowlock.http_answer
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access rowlock.access;
  v_body   jsonb;
  v_counts bigint[];
begin
  select jsonb_build_object('claimed', coalesce(jsonb_agg(rowlock._escalation_record(result[i]) order by i), '[]'))
  into v_body
  from generate_subscripts(result, 1) i;
  if not coalesce(escalation_claim_next_answer.count, true) then
    return row(200, v_body)::rowlock.http_answer;
  end if;

  v_access := rowlock._actor_access(actor => actor);
  v_counts := rowlock._escalation_claim_counts(
    roles => rowlock._escalation_claim_roles(
      roles => roles, scope => v_access.write_all, is_global => v_access.is_global),
    types => types,
    -- Whoever got nothing is told what is there now.
    must_be_fresh => coalesce(cardinality(result), 0) = 0);
  return row(200, v_body || jsonb_build_object('available', v_counts[1], 'held', v_counts[2]))::rowlock.http_answer;
end;
$$;

comment on function rowlock.escalation_claim_next_answer is
  'The claimed records; available and held rows of the roles the actor may write, each counted up to 10000; those of a long queue may be a second old, unless nothing was claimed. count = false leaves the counts out.
Answers: {"claimed": ["$escalation"], "available?": 3, "held?": 1}';
revoke all on function rowlock.escalation_claim_next_answer from public;
select rowlock._function_grant('escalation_claim_next_answer', 'service');
