-- rowlock._role_level_check(levels, role): the levels of a list, refused where one cannot be.
create or replace function rowlock._role_level_check(
  levels jsonb,
  role   text
)
returns rowlock.role_level[]
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_levels rowlock.role_level[] := '{}';
  v_level  rowlock.role_level;
  v_given  jsonb;
  v_least  integer := 1;
begin
  if levels is null or jsonb_typeof(levels) <> 'array' or jsonb_array_length(levels) > 9 then
    perform rowlock._argument_refuse(
      field => 'levels', reason => 'not_levels', hint => 'Give levels as a list of up to 9 {after_minutes, action}.');
  end if;
  for i in 1 .. jsonb_array_length(levels) loop
    v_given := rowlock._role_level_given(levels => levels, place => i);
    if v_level.action = 'reassign' then
      perform rowlock._argument_refuse(
        field => format('levels[%s].action', i - 1), reason => 'after_reassign',
        hint => 'A row that goes to another role has the levels of that one: reassign comes last.');
    end if;
    v_level := row(
      role, i, v_given ->> 'after_minutes', v_given ->> 'action', v_given ->> 'target_role', null,
      v_given ->> 'repeat_minutes')::rowlock.role_level;
    if (v_given ->> 'level')::integer <> i then
      perform rowlock._argument_refuse(
        field => format('levels[%s].level', i - 1), reason => 'out_of_order', hint => 'Levels are 1, 2, 3 in the order of the list.');
    end if;
    perform rowlock._argument_range(
      field => format('levels[%s].after_minutes', i - 1), value => v_level.after_minutes, low => v_least, high => 525600);
    v_least := v_level.after_minutes + 1;
    if coalesce(v_level.action not in ('notify', 'reassign', 'assign'), true) then
      perform rowlock._argument_refuse(
        field => format('levels[%s].action', i - 1), reason => 'unknown', hint => 'notify, reassign or assign.');
    end if;
    if v_level.action <> 'notify' and v_level.repeat_minutes is not null then
      perform rowlock._argument_refuse(
        field => format('levels[%s].repeat_minutes', i - 1), reason => 'not_notify', hint => 'Only notify is repeated.');
    elsif v_level.repeat_minutes is not null then
      perform rowlock._argument_range(
        field => format('levels[%s].repeat_minutes', i - 1), value => v_level.repeat_minutes, low => 1, high => 525600);
    end if;
    if v_level.action <> 'reassign' and v_level.target_role is not null then
      perform rowlock._argument_refuse(
        field => format('levels[%s].target_role', i - 1), reason => 'not_reassign', hint => 'Only reassign has a target_role.');
    elsif v_level.action = 'reassign' then
      perform rowlock._argument_text(field => format('levels[%s].target_role', i - 1), value => v_level.target_role, required => true);
      perform rowlock._role_known_check(
        field => format('levels[%s].target_role', i - 1), roles => array[v_level.target_role], role => role);
    end if;
    if v_level.action <> 'assign' and v_given ? 'target_user' then
      perform rowlock._argument_refuse(
        field => format('levels[%s].target_user', i - 1), reason => 'not_assign', hint => 'Only assign has a target_user.');
    elsif v_level.action = 'assign' then
      v_level.target_user := rowlock._role_level_user(
        field => format('levels[%s].target_user', i - 1), name => v_given ->> 'target_user', role => role);
    end if;
    v_levels := v_levels || v_level;
  end loop;
  return v_levels;
end;
$$;

comment on function rowlock._role_level_check is
  'The levels in their order; target roles are held until the commit. Raises PT400 naming the place that is wrong.';
revoke all on function rowlock._role_level_check from public;
