-- rowlock._function_grant(name, kinds): grant a function to the schema's roles, as far as they exist.
create or replace function rowlock._function_grant(
  name           text,
  variadic kinds text[]
)
returns void
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_kind text;
begin
  foreach v_kind in array kinds loop
    -- An installing login without CREATEROLE has no such roles: it owns the schema and calls as owner.
    if to_regrole('rowlock_' || v_kind) is not null then
      -- Dynamic because a GRANT takes no parameters.
      execute format('grant execute on function rowlock.%I to %I', name, 'rowlock_' || v_kind);
    end if;
  end loop;
end;
$$;

comment on function rowlock._function_grant is
  'Grants EXECUTE on one public function to roles of the schema: service, user, proxy.';
revoke all on function rowlock._function_grant from public;
