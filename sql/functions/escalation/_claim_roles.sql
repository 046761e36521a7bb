-- rowlock._escalation_claim_roles(roles, scope, is_global): the roles to look in: asked for, and in scope.
create or replace function rowlock._escalation_claim_roles(
  roles     text[],
  scope     text[],
  is_global boolean
)
returns text[]
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  if cardinality(roles) > 1000 then
    perform rowlock._argument_refuse(field => 'roles', reason => 'too_many', hint => 'Name at most 1000 roles.');
  end if;
  if roles is null then
    return case when is_global then rowlock._escalation_queue_roles() else scope end;
  end if;
  return (
    select coalesce(array_agg(distinct r.role), '{}')
    from unnest(roles) r (role)
    where r.role is not null and (is_global or r.role = any (scope)));
end;
$$;

comment on function rowlock._escalation_claim_roles is
  'Intersects the asked roles with the scope; null asks for all. Raises PT400 when too many are named.';
revoke all on function rowlock._escalation_claim_roles from public;
