-- rowlock._delegation_of(access, role, assigned_to, manages): for whom a delegate acts on a row of this role; null: in its own right.
create or replace function rowlock._delegation_of(
  access      rowlock.access,
  role        text,
  assigned_to uuid,
  manages     boolean default false
)
returns uuid
language sql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
  select (d.value ->> 'from_user')::uuid
  from jsonb_array_elements(access.delegations) with ordinality d (value, n)
  where d.value ->> 'role' = _delegation_of.role
    and (
      -- The row of somebody for whom it acts, whatever else it may do.
      (d.value ->> 'from_user' = assigned_to::text and d.value ->> 'write_scope' <> 'none')
      -- Or what it could not do by itself.
      or (
        case d.value ->> 'own'
          when 'all' then false
          when 'self' then manages or assigned_to is distinct from access.actor
          else true
        end
        and (d.value ->> 'write_scope' = 'all'
          or (d.value ->> 'write_scope' = 'self' and assigned_to = access.actor and not manages))))
  order by (d.value ->> 'from_user' = assigned_to::text) is true desc, d.n
  limit 1;
$$;

comment on function rowlock._delegation_of is
  'The account whose row it is, else the nearest by whose delegation alone the gate is passed; manages: that gate is MANAGE. assigned_to: as before the change. For access that passed the gate.';
revoke all on function rowlock._delegation_of from public;
