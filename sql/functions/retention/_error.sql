-- rowlock._retention_error(state, message): why a batch failed, in words without a value of any row.
create or replace function rowlock._retention_error(
  state   text,
  message text
)
returns text
language sql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
  select case
    -- Messages of ours are constant.
    when state like 'PT%' then message
    when state = '57014' then 'it was cancelled, or took too long'
    when state = '55P03' then 'a lock could not be had'
    when state in ('40001', '40P01') then 'it met other work'
    when state like '53%' then 'the server has no room'
    when state like '23%' then 'a rule of the tables forbids it'
    else 'the database refused it'
  end;
$$;

comment on function rowlock._retention_error is
  'Messages of the server can quote rows; only the SQLSTATE beside this tells more.';
revoke all on function rowlock._retention_error from public;
