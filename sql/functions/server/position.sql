-- rowlock.server_position(): which server this is, and how far it is in the stream of changes.
create or replace function rowlock.server_position()
returns jsonb
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_standby  constant boolean := pg_is_in_recovery();
  v_timeline integer;
  v_lsn      pg_lsn;
begin
  if v_standby then
    -- A change of timelines is known late, and never too early: until then the server is of the old one.
    v_timeline := greatest(
      (select c.timeline_id from pg_control_checkpoint() c),
      (select r.min_recovery_end_timeline from pg_control_recovery() r));
    v_lsn := pg_last_wal_replay_lsn();
  else
    -- What is committed is flushed before anybody sees it, unless commits do not wait for that.
    v_lsn := case current_setting('synchronous_commit')
      when 'off' then pg_current_wal_insert_lsn()
      else pg_current_wal_flush_lsn()
    end;
    v_timeline := ('x' || left(pg_walfile_name(v_lsn), 8))::bit(32)::integer;
  end if;
  return jsonb_build_object(
    'standby', v_standby,
    'timeline', v_timeline,
    'lsn', v_lsn - '0/0'::pg_lsn,
    -- Alike on a primary and its replicas, for the same login of the same database.
    'same', jsonb_build_array(
      (select s.system_identifier::text from pg_control_system() s),
      (select d.oid::text from pg_database d where d.datname = current_database()),
      session_user));
end;
$$;

comment on function rowlock.server_position is
  'Whether the server is a standby, its timeline, the position up to which it has flushed (a standby: replayed) all changes, and what a primary and its replicas have in common. For the service alone.';
revoke all on function rowlock.server_position from public;
select rowlock._function_grant('server_position', 'service');
