-- rowlock._uuid_v7(): a time-ordered UUID, so that new rows land on the right edge of an index.
create or replace function rowlock._uuid_v7()
returns uuid
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_micros bigint;
begin
  if current_setting('server_version_num')::integer >= 180000 then
    return uuidv7();  -- planned only where it is reached, so that older servers accept the function
  end if;
  v_micros := (extract(epoch from clock_timestamp()) * 1000000)::bigint;
  return (
    lpad(to_hex(v_micros / 1000), 12, '0')
    || '7' || lpad(to_hex((v_micros % 1000) * 4096 / 1000), 3, '0')
    || substr(replace(gen_random_uuid()::text, '-', ''), 17)
  )::uuid;
end;
$$;

comment on function rowlock._uuid_v7 is
  'A version 7 UUID: milliseconds, then 12 bits of the sub-millisecond, then random bits.';
revoke all on function rowlock._uuid_v7 from public;
