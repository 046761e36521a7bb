-- rowlock._host_missing(id): there is no such host.
create or replace function rowlock._host_missing(id uuid)
returns void
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  perform rowlock._argument_text(field => 'host_id', value => id::text, required => true);
  raise exception 'host does not exist'
    using errcode = 'PT404', constraint = 'host_exists',
          detail = jsonb_build_object('reason', 'not_found', 'host_id', id)::text,
          hint = 'List the hosts.';
end;
$$;

comment on function rowlock._host_missing is 'Raises PT404; PT400 when no id was given.';
revoke all on function rowlock._host_missing from public;
