-- rowlock.actor_access_answer(result): the access as HTTP answers it, with the account it is of.
-- Reads: rowlock.user_account.
create or replace function rowlock.actor_access_answer(result rowlock.access)
returns rowlock.http_answer
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select row(200, to_jsonb(result) - 'mine' - 'read_for' - 'write_for' || jsonb_build_object(
    'delegations', coalesce((
      select jsonb_agg(d.value - 'own' order by d.n)
      from jsonb_array_elements(result.delegations) with ordinality d (value, n)), '[]'),
    'account', rowlock._user_record(u)))::rowlock.http_answer
  from rowlock.user_account u
  where u.id = result.actor;
$$;

comment on function rowlock.actor_access_answer is
  'What the actor may see and do, by which delegations it acts for others now, and the account.
Answers: {"actor": "7f0c2f4e-6a53-4d0e-9c39-1f2b3c4d5e6f", "is_global": false, "read_all": ["reviewer"], "read_self": [],
  "write_all": ["reviewer"], "write_self": [], "admin_of": [],
  "delegations": [{"from_user": "0b9d5f0e-3c7a-4d52-8a4e-6f1d2c3b4a59", "role": "reviewer", "until": "2026-03-02T09:00:00.000000Z",
    "links": 1, "read_scope": "all|self", "write_scope": "all|self|none"}],
  "account": "$user"}';
revoke all on function rowlock.actor_access_answer from public;
select rowlock._function_grant('actor_access_answer', 'service');
