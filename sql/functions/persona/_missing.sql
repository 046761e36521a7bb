-- rowlock._persona_missing(key): refuse a persona that is not there.
create or replace function rowlock._persona_missing(key text)
returns void
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  raise exception 'persona does not exist'
    using errcode = 'PT404', constraint = 'persona_exists',
          detail = jsonb_build_object('reason', 'not_found', 'key', key)::text,
          hint = 'List the personas to find its key.';
end;
$$;

comment on function rowlock._persona_missing is 'Raises PT404.';
revoke all on function rowlock._persona_missing from public;
