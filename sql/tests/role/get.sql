begin;
\ir ../_fixtures.psql
select plan(9);

select is(row((r.role).role, r.upstream_roles, r.escalation_targets, r.member_count)::text, '(reviewer,{},"{admin,engineer}",9)',
  'a role comes with its relations')
from rowlock.role_get(role => 'reviewer', actor => who('nobody')) r;
insert into rowlock.role_upstream (role, upstream_role) values ('reviewer', 'planner'), ('reviewer', 'engineer');
select is((rowlock.role_get(role => 'reviewer', actor => who('nobody'))).upstream_roles, '{engineer,planner}', 'its upstream roles are sorted');
select is((select array_agg(k order by k) from jsonb_object_keys((rowlock.role_get_answer(
  result => rowlock.role_get(role => 'reviewer', actor => who('nobody')))).body) k),
  '{created_at,current_list_schema_version,current_schema_version,default_pins,description,enforce_schema,escalation_targets,form_schema,list_schema,member_count,metadata_schema,ops_visible,parent_role,priority_facet,priority_threshold_minutes,properties,role,run_self_approval,sla_minutes,target_per_hour,title,updated_at,upstream_roles,worker_count}'::text[],
  'the answer has all its fields and the schemas');
select refused(format($$select rowlock.role_get(role => %L, actor => who('nobody'))$$, r), 'PT404', 'role_exists', 'not_found',
  format('role %L is not there', r)) from unnest(array['nowhere', 'Reviewer']) r;
select refused(format($$select rowlock.role_get(role => %L, actor => who('nobody'))$$, r), 'PT400', 'argument_invalid', reason,
  format('a role that is %s is refused', reason), 'role') from (values ('', 'missing'), (null, 'missing'), (repeat('x', 201), 'too_long')) v (r, reason);
select refused($$select rowlock.role_get(role => 'reviewer', actor => who('suspended'))$$, 'PT401', 'actor_active', 'not_active',
  'a suspended account is refused');

select * from finish();
rollback;
