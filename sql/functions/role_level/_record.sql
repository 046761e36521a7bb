-- rowlock._role_level_record(level): a level of a role as every surface shows it.
create or replace function rowlock._role_level_record(level rowlock.role_level)
returns jsonb
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  return jsonb_build_object(
    'level', level.level,
    'after_minutes', level.after_minutes,
    'action', level.action,
    'target_role', level.target_role,
    'target_user', level.target_user,
    'repeat_minutes', level.repeat_minutes
  );
end;
$$;

comment on function rowlock._role_level_record is
  'The level as JSON.
Record role_level: {
  "level": 1, "after_minutes": 30, "action": "notify|reassign|assign", "target_role|null!": "manager",
  "target_user|null!": "7f0c2f4e-6a53-4d0e-9c39-1f2b3c4d5e6f", "repeat_minutes|null": 15}';
revoke all on function rowlock._role_level_record from public;
