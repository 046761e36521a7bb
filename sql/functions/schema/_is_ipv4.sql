-- rowlock._schema_is_ipv4(value): is it a dotted quad of RFC 2673?
create or replace function rowlock._schema_is_ipv4(value text)
returns boolean
language sql immutable security invoker
as $$
  select value collate "C" ~ '^(?:(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])(?:[.](?!$)|$)){4}$'
$$;

comment on function rowlock._schema_is_ipv4 is 'Four decimal numbers without leading zeros.';
revoke all on function rowlock._schema_is_ipv4 from public;
