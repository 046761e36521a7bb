-- rowlock._wait_missing(signal_key): refuse a key that the actor knows no row of. Never names a row: it may be hidden.
create or replace function rowlock._wait_missing(signal_key text)
returns void
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  raise exception 'escalation does not exist'
    using errcode = 'PT404', constraint = 'escalation_exists',
          detail = jsonb_build_object('reason', 'not_found', 'signal_key', signal_key)::text,
          hint = 'No wait of this key is known, or it is in a role that you cannot read.';
end;
$$;

comment on function rowlock._wait_missing is 'Raises PT404 naming the key.';
revoke all on function rowlock._wait_missing from public;
