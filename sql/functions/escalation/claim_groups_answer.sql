-- rowlock.escalation_claim_groups_answer(result): the claimed groups as HTTP answers them.
create or replace function rowlock.escalation_claim_groups_answer(result rowlock.escalation_group[])
returns rowlock.http_answer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return row(200, jsonb_build_object('groups', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'origin_id', g.origin_id,
      'members', (select jsonb_agg(rowlock._escalation_record(m) order by m.priority, m.created_at, m.id) from unnest(g.members) m)
    ) order by g.n), '[]')
    from unnest(result) with ordinality g (origin_id, members, n))))::rowlock.http_answer;
end;
$$;

comment on function rowlock.escalation_claim_groups_answer is
  'The claimed groups, each with its origin and the records of its rows.
Answers: {"groups": [{"origin_id": "order-7", "members": ["$escalation"]}]}';
revoke all on function rowlock.escalation_claim_groups_answer from public;
select rowlock._function_grant('escalation_claim_groups_answer', 'service');
