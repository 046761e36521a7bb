-- rowlock._time_iso(at): a time as every record writes it, ISO 8601 in UTC.
create or replace function rowlock._time_iso(at timestamptz)
returns text
language sql stable security invoker
as $$
  select pg_catalog.to_char(pg_catalog.timezone('UTC', _time_iso.at), 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"');
$$;

comment on function rowlock._time_iso is 'ISO 8601 in UTC with Z and microseconds; null stays null.';
revoke all on function rowlock._time_iso from public;
