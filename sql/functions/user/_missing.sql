-- rowlock._user_missing(id): refuse an account that is not there.
create or replace function rowlock._user_missing(id uuid)
returns void
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  raise exception 'account does not exist'
    using errcode = 'PT404', constraint = 'user_exists',
          detail = jsonb_build_object('reason', 'not_found', 'id', id)::text,
          hint = 'List the accounts to find its id.';
end;
$$;

comment on function rowlock._user_missing is 'Raises PT404.';
revoke all on function rowlock._user_missing from public;
