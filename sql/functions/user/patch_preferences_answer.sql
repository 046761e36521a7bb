-- rowlock.user_patch_preferences_answer(result): the preferences as HTTP answers them.
create or replace function rowlock.user_patch_preferences_answer(result jsonb)
returns rowlock.http_answer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return row(200, jsonb_build_object('preferences', result))::rowlock.http_answer;
end;
$$;

comment on function rowlock.user_patch_preferences_answer is
  'All preferences of the actor.
Answers: {"preferences": {"*": "*", "theme": "dark"}}';
revoke all on function rowlock.user_patch_preferences_answer from public;
select rowlock._function_grant('user_patch_preferences_answer', 'service');
