-- rowlock.user_persona_grant_answer(result): the change as HTTP answers it.
create or replace function rowlock.user_persona_grant_answer(result rowlock.persona_change)
returns rowlock.http_answer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return row(200, jsonb_build_object(
    'persona', rowlock._persona_record(result.persona), 'counts', to_jsonb(result.counts)))::rowlock.http_answer;
end;
$$;

comment on function rowlock.user_persona_grant_answer is
  'The persona, and what the change did to memberships.
Answers: {"persona": "$persona", "counts": {"granted": 1, "refreshed": 0, "raised": 0, "removed": 0}}';
revoke all on function rowlock.user_persona_grant_answer from public;
select rowlock._function_grant('user_persona_grant_answer', 'service');
