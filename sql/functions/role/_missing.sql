-- rowlock._role_missing(role): refuse a role that is not there.
create or replace function rowlock._role_missing(role text)
returns void
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  raise exception 'role does not exist'
    using errcode = 'PT404', constraint = 'role_exists',
          detail = jsonb_build_object('reason', 'not_found', 'role', role)::text,
          hint = 'List the roles to find its name.';
end;
$$;

comment on function rowlock._role_missing is 'Raises PT404.';
revoke all on function rowlock._role_missing from public;
