-- rowlock.role_schema_get_answer(result): the version as HTTP answers it.
create or replace function rowlock.role_schema_get_answer(result rowlock.role_schema)
returns rowlock.http_answer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return row(200, jsonb_build_object(
    'role', result.role,
    'version', result.version,
    'form_schema', result.form_schema,
    'metadata_schema', result.metadata_schema,
    'change_summary', result.change_summary,
    'created_by', result.created_by,
    'created_at', rowlock._time_iso(result.created_at)))::rowlock.http_answer;
end;
$$;

comment on function rowlock.role_schema_get_answer is
  'The version; all of it null but the role when there never was one.
Answers: {"role": "reviewer", "version|null": 1, "form_schema|null": "*", "metadata_schema|null": "*",
  "change_summary|null": "The amount is asked for.", "created_by|null": "7f0c2f4e-6a53-4d0e-9c39-1f2b3c4d5e6f", "created_at|null": "2026-03-01T09:00:00.000000Z"}';
revoke all on function rowlock.role_schema_get_answer from public;
select rowlock._function_grant('role_schema_get_answer', 'service');
