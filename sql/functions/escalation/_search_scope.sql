-- rowlock._escalation_search_scope(access, query): the actor's access, narrowed to the roles that a query names.
create or replace function rowlock._escalation_search_scope(
  access rowlock.access,
  query  jsonb
)
returns rowlock.access
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_scope rowlock.access := access;
  v_asked text[];
begin
  if not query ?| array['role', 'roles'] then
    return v_scope;
  end if;
  select coalesce(array_agg(distinct r.role), '{}') into v_asked
  from jsonb_array_elements_text(coalesce(query -> 'roles', jsonb_build_array(query -> 'role'))) r (role)
  where not query ? 'role' or r.role = query ->> 'role';

  -- Roles narrow and never widen; what is out of scope falls away, as if it had no rows.
  v_scope.is_global := false;
  v_scope.read_all := case when access.is_global then v_asked
    else array(select unnest(v_asked) intersect select unnest(access.read_all)) end;
  v_scope.read_self := case when access.is_global then '{}'
    else array(select unnest(v_asked) intersect select unnest(access.read_self)) end;
  return v_scope;
end;
$$;

comment on function rowlock._escalation_search_scope is 'An access that _can_read answers for the asked roles only.';
revoke all on function rowlock._escalation_search_scope from public;
