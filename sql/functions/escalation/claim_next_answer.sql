-- rowlock.escalation_claim_next_answer(result, roles, types, count, actor): the claimed rows, and what the queue still has.
-- Reads: rowlock.escalation.
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
set jit = off
as $$
declare
  v_now    constant timestamptz := clock_timestamp();
  v_access rowlock.access;
  v_roles  text[];
  v_free   bigint;
  v_lapsed bigint;
  v_held   bigint;
  v_body   jsonb;
begin
  select jsonb_build_object('claimed', coalesce(jsonb_agg(rowlock._escalation_record(result[i]) order by i), '[]'))
  into v_body
  from generate_subscripts(result, 1) i;
  if not coalesce(escalation_claim_next_answer.count, true) then
    return row(200, v_body)::rowlock.http_answer;
  end if;

  v_access := rowlock._actor_access(actor => actor);
  v_roles := rowlock._escalation_claim_roles(
    roles => roles, scope => v_access.write_all, is_global => v_access.is_global);
  select count(*) into v_free
  from (
    select
    from rowlock.escalation e
    where e.role = any (v_roles) and e.status = 'pending' and e.assigned_until is null
      and (e.expires_at is null or e.expires_at > v_now)
      and (escalation_claim_next_answer.types is null or e.type = any (escalation_claim_next_answer.types))
    limit 10000
  ) q;
  select count(*) filter (where q.assigned_until <= v_now), count(*) filter (where q.assigned_until > v_now)
  into v_lapsed, v_held
  from (
    select e.assigned_until
    from rowlock.escalation e
    where e.role = any (v_roles) and e.status = 'pending' and e.assigned_until is not null
      and (e.expires_at is null or e.expires_at > v_now)
      and (escalation_claim_next_answer.types is null or e.type = any (escalation_claim_next_answer.types))
    limit 10000
  ) q;
  return row(200, v_body || jsonb_build_object(
    'available', least(v_free + v_lapsed, 10000), 'held', v_held))::rowlock.http_answer;
end;
$$;

comment on function rowlock.escalation_claim_next_answer is
  'The claimed records; available and held rows of the roles the actor may write, each counted up to 10000; count = false leaves the counts out.
Answers: {"claimed": ["$escalation"], "available?": 3, "held?": 1}';
revoke all on function rowlock.escalation_claim_next_answer from public;
select rowlock._function_grant('escalation_claim_next_answer', 'service');
