-- rowlock.actor_access_answer(result): the access as HTTP answers it, with the account it is of.
-- Reads: rowlock.user_account.
create or replace function rowlock.actor_access_answer(result rowlock.access)
returns rowlock.http_answer
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select row(200, to_jsonb(result) || jsonb_build_object('account', rowlock._user_record(u)))::rowlock.http_answer
  from rowlock.user_account u
  where u.id = result.actor;
$$;

comment on function rowlock.actor_access_answer is
  'What the actor may see and do, and the account.
Answers: {"actor": "7f0c2f4e-6a53-4d0e-9c39-1f2b3c4d5e6f", "is_global": false, "read_all": ["reviewer"], "read_self": [],
  "write_all": ["reviewer"], "write_self": [], "admin_of": [], "account": "$user"}';
revoke all on function rowlock.actor_access_answer from public;
select rowlock._function_grant('actor_access_answer', 'service');
