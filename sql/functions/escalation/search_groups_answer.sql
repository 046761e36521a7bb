-- rowlock.escalation_search_groups_answer(result): the groups as HTTP answers them.
create or replace function rowlock.escalation_search_groups_answer(result rowlock.escalation_group_page)
returns rowlock.http_answer
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select row(200, jsonb_build_object(
    'groups', result.items, 'total', result.total, 'total_capped', result.total_capped))::rowlock.http_answer;
$$;

comment on function rowlock.escalation_search_groups_answer is
  'The groups of the page, how many there are, and whether rows were left unread.
Answers: {"groups": [{"origin_id": "order-7", "members": 3, "declared_size|null": 3, "available": 2, "complete": true, "priority": 2, "created_at": "2026-03-01T08:55:00.000000Z"}], "total": 1, "total_capped": false}';
revoke all on function rowlock.escalation_search_groups_answer from public;
select rowlock._function_grant('escalation_search_groups_answer', 'service');
