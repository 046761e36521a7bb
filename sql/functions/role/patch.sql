-- rowlock.role_patch(role, patch, change_summary, actor): change some fields of a role.
-- Reads: rowlock.role. Writes: rowlock.role, rowlock.role_schema, rowlock.role_list_schema, rowlock.role_upstream, rowlock.event.
create or replace function rowlock.role_patch(
  role           text,
  patch          jsonb,
  change_summary text default null,
  actor          uuid default rowlock.actor_current()
)
returns rowlock.role_detail
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now      constant timestamptz := clock_timestamp();
  v_access   constant rowlock.access := rowlock._actor_access(actor => actor);
  v_old      rowlock.role;
  v_new      rowlock.role;
  v_upstream text[];
  v_fields   text[];
begin
  perform rowlock._argument_text(field => 'role', value => role, required => true);
  perform rowlock._argument_text(field => 'change_summary', value => change_summary, max_length => 10000);
  perform rowlock._role_admin(access => v_access, role => role);
  perform rowlock._role_patch_check(patch => patch);
  perform rowlock._role_parent_check(role => role, parent_role => patch ->> 'parent_role');
  if patch ? 'upstream_roles' then
    v_upstream := array(select jsonb_array_elements_text(coalesce(nullif(patch -> 'upstream_roles', 'null'), '[]')));
    perform rowlock._role_known_check(field => 'upstream_roles', roles => v_upstream, role => role);
  end if;

  -- Patches of one role go one after the other: each starts from what the last one left.
  select r.* into v_old from rowlock.role r where r.role = role_patch.role for no key update;
  if not found then
    perform rowlock._role_missing(role => role);
  end if;
  perform rowlock._role_expected_check(role => v_old, patch => patch);
  -- Absent keeps, null clears; these five have a value of their own for clear.
  v_new := jsonb_populate_record(v_old, patch - 'upstream_roles');
  v_new.properties := coalesce(v_new.properties, '{}');
  v_new.default_pins := coalesce(v_new.default_pins, '[]');
  v_new.ops_visible := coalesce(v_new.ops_visible, true);
  v_new.enforce_schema := coalesce(v_new.enforce_schema, false);
  v_new.run_self_approval := coalesce(v_new.run_self_approval, false);
  v_fields := array(
    select n.key
    from jsonb_each(to_jsonb(v_new)) n
    join jsonb_each(to_jsonb(v_old)) o on o.key = n.key
    where n.value <> o.value
    union all
    select 'upstream_roles'
    where v_upstream is not null and not (
      array(select u.upstream_role from rowlock.role_upstream u where u.role = v_old.role) <@ v_upstream
      and v_upstream <@ array(select u.upstream_role from rowlock.role_upstream u where u.role = v_old.role))
    order by 1);
  if v_fields = '{}' then
    return rowlock._role_detail(v_old);
  end if;
  if v_fields && array['form_schema', 'metadata_schema'] then
    v_new.current_schema_version := coalesce(v_old.current_schema_version, 0) + 1;
  end if;
  if 'list_schema' = any (v_fields) then
    v_new.current_list_schema_version := coalesce(v_old.current_list_schema_version, 0) + 1;
  end if;
  v_new.updated_at := v_now;

  -- The role, its snapshots and its upstream roles change in this one statement.
  with pair as (
    insert into rowlock.role_schema (
      role, version, form_schema, metadata_schema, change_summary, created_by, created_at)
    select
      v_new.role, v_new.current_schema_version, v_new.form_schema, v_new.metadata_schema,
      role_patch.change_summary, v_access.actor, v_now
    where v_new.current_schema_version is distinct from v_old.current_schema_version
  ),
  list as (
    insert into rowlock.role_list_schema (role, version, list_schema, change_summary, created_by, created_at)
    select
      v_new.role, v_new.current_list_schema_version, v_new.list_schema,
      role_patch.change_summary, v_access.actor, v_now
    where v_new.current_list_schema_version is distinct from v_old.current_list_schema_version
  ),
  gone as (
    delete from rowlock.role_upstream u where u.role = v_new.role and not u.upstream_role = any (v_upstream)
  ),
  come as (
    insert into rowlock.role_upstream (role, upstream_role)
    select distinct v_new.role, n.upstream_role from unnest(v_upstream) n (upstream_role)
    on conflict on constraint role_upstream_pkey do nothing
  )
  update rowlock.role r
  set (
    title, description, form_schema, metadata_schema, current_schema_version, list_schema,
    current_list_schema_version, properties, ops_visible, parent_role, sla_minutes, target_per_hour, worker_count,
    priority_threshold_minutes, priority_facet, default_pins, enforce_schema, run_self_approval, updated_at
  ) = (
    v_new.title, v_new.description, v_new.form_schema, v_new.metadata_schema, v_new.current_schema_version,
    v_new.list_schema, v_new.current_list_schema_version, v_new.properties, v_new.ops_visible, v_new.parent_role,
    v_new.sla_minutes, v_new.target_per_hour, v_new.worker_count, v_new.priority_threshold_minutes,
    v_new.priority_facet, v_new.default_pins, v_new.enforce_schema, v_new.run_self_approval, v_new.updated_at
  )
  where r.role = v_new.role;

  perform rowlock._event_append(
    topic => 'role.updated', subject_type => 'role', subject_id => v_new.role, role => v_new.role,
    actor => v_access.actor, occurred_at => v_now,
    payload => jsonb_build_object(
      'change', 'updated', 'fields', v_fields, 'change_summary', change_summary,
      'schema_version', nullif(v_new.current_schema_version, v_old.current_schema_version),
      'list_schema_version', nullif(v_new.current_list_schema_version, v_old.current_list_schema_version)));
  return rowlock._role_detail(v_new);
end;
$$;

comment on function rowlock.role_patch is
  'Changes the fields that patch names: a missing key keeps, null clears. A changed form_schema or metadata_schema adds a version of the pair, a changed list_schema one of its own. A patch that names expected_schema_version or expected_list_schema_version is refused when the role has another by now. Needs admin type on the role, or global access. Raises PT400, PT401, PT403, PT404, PT409.
Example: {
  "title": "Reviewers", "description": "They check orders.", "sla_minutes": 30, "target_per_hour": 12, "worker_count": 3,
  "priority_threshold_minutes": 20, "priority_facet": "due_at", "default_pins": [{"label": "Orders", "url": "/orders"}],
  "form_schema": {"type": "object", "properties": {"amount": {"type": "number"}}}, "metadata_schema": {}, "list_schema": {},
  "expected_schema_version": null, "expected_list_schema_version": null,
  "properties": {"floor": 2}, "ops_visible": true, "enforce_schema": false, "run_self_approval": false, "parent_role": "engineer",
  "upstream_roles": ["planner"], "change_summary": "The amount is asked for."}';
revoke all on function rowlock.role_patch from public;
select rowlock._function_grant('role_patch', 'service', 'user', 'proxy');
