-- rowlock._database_slots(): replication slots, and what they keep on disk.
create or replace function rowlock._database_slots()
returns jsonb
language sql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'name', s.slot_name, 'type', s.slot_type, 'active', s.active,
    'bytes', greatest(pg_wal_lsn_diff(
      case when pg_is_in_recovery() then pg_last_wal_receive_lsn() else pg_current_wal_lsn() end, s.restart_lsn), 0))
    order by s.slot_name), '[]')
  from pg_replication_slots s;
$$;

comment on function rowlock._database_slots is 'Slots of the server, with the bytes of log that each keeps from being removed.';
revoke all on function rowlock._database_slots from public;
