-- rowlock.project_unarchive_answer(result): the project as HTTP answers it.
create or replace function rowlock.project_unarchive_answer(result rowlock.project)
returns rowlock.http_answer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return row(200, rowlock._project_record(result))::rowlock.http_answer;
end;
$$;

comment on function rowlock.project_unarchive_answer is
  'The project.
Answers: "$project"';
revoke all on function rowlock.project_unarchive_answer from public;
select rowlock._function_grant('project_unarchive_answer', 'service');
