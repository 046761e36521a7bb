-- rowlock.role_level_put(role, levels, actor): settle what is done with rows of a role that wait too long.
-- Reads: rowlock.role. Writes: rowlock.role_level, rowlock.event.
create or replace function rowlock.role_level_put(
  role   text,
  levels jsonb,
  actor  uuid default rowlock.actor_current()
)
returns rowlock.role_levels
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_access constant rowlock.access := rowlock._actor_access(actor => actor);
  v_levels rowlock.role_level[];
  v_result rowlock.role_levels;
begin
  perform rowlock._argument_text(field => 'role', value => role, required => true);
  perform rowlock._role_admin(access => v_access, role => role);
  -- Changes of the levels of a role go one after the other.
  perform from rowlock.role r where r.role = role_level_put.role for no key update;
  if not found then
    perform rowlock._role_missing(role => role);
  end if;
  v_levels := rowlock._role_level_check(levels => levels, role => role);
  if v_levels = array(select l from rowlock.role_level l where l.role = role_level_put.role order by l.level) then
    return rowlock._role_level_set(role => role);
  end if;

  delete from rowlock.role_level l where l.role = role_level_put.role;
  insert into rowlock.role_level select l.* from unnest(v_levels) l;
  v_result := rowlock._role_level_set(role => role);
  perform rowlock._event_append(
    topic => 'role.updated', subject_type => 'role', subject_id => role, role => role, actor => v_access.actor,
    payload => jsonb_build_object('change', 'updated', 'fields', array['levels'], 'levels', v_result.levels));
  return v_result;
end;
$$;

comment on function rowlock.role_level_put is
  'Replaces the levels of a role by these, 1 to 9 in the order of the list, or none; the same again changes nothing. A pending row reaches a level when it has been in the role for after_minutes, more with each level: notify journals escalation.level_reached, again each repeat_minutes; reassign moves the row to target_role, and comes last; assign assigns it to target_user, an active account that may act on rows of the role. Needs admin type on the role, or global access. Raises PT400, PT401, PT403, PT404.
Example: {"levels": [{"after_minutes": 30, "action": "notify", "repeat_minutes": 15}, {"after_minutes": 120, "action": "reassign", "target_role": "manager"}]}
Answers: {"role": "reviewer", "levels": ["$role_level"]}';
revoke all on function rowlock.role_level_put from public;
select rowlock._function_grant('role_level_put', 'service', 'user', 'proxy');
