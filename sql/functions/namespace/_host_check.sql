-- rowlock._namespace_host_check(host): refuse what is no host name.
create or replace function rowlock._namespace_host_check(host text)
returns void
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
set standard_conforming_strings = on
as $$
begin
  if length(host) <= 253 and host ~ '^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*$'
     -- An address, or this machine, is no tenant's: the default answers there.
     and host !~ '(^|\.)([0-9]+|0x[0-9a-f]*)$' and host <> 'localhost'
  then
    return;
  end if;
  perform rowlock._argument_refuse(
    field => 'hosts', reason => 'form', hint => 'Give names as acme.example.org: no address, no port, no *.');
end;
$$;

comment on function rowlock._namespace_host_check is
  'Raises PT400 unless it is the name of a host, in small letters, without a port.';
revoke all on function rowlock._namespace_host_check from public;
