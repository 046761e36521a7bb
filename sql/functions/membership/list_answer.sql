-- rowlock.membership_list_answer(result): the memberships as HTTP answers them.
-- Reads: rowlock.persona.
create or replace function rowlock.membership_list_answer(result rowlock.membership[])
returns rowlock.http_answer
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select row(200, jsonb_build_object(
    'roles', coalesce(jsonb_agg(rowlock._membership_record(result[i]) order by i), '[]'),
    'total', cardinality(result)))::rowlock.http_answer
  from generate_subscripts(result, 1) i;
$$;

comment on function rowlock.membership_list_answer is
  'The memberships and how many there are.
Answers: {"roles": ["$membership"], "total": 1}';
revoke all on function rowlock.membership_list_answer from public;
select rowlock._function_grant('membership_list_answer', 'service');
