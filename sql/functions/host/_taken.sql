-- rowlock._host_taken(name): refuse a name that another host has.
create or replace function rowlock._host_taken(name text)
returns void
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  raise exception 'host name is taken'
    using errcode = 'PT409', constraint = 'host_name_taken',
          detail = jsonb_build_object('reason', 'taken', 'name', name)::text,
          hint = 'Choose another, or use the host that has it.';
end;
$$;

comment on function rowlock._host_taken is 'Raises PT409.';
revoke all on function rowlock._host_taken from public;
