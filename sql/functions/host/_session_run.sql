-- rowlock._host_session_run(host_id, session_name): the run that a session was of, if one can be told.
-- Reads: rowlock.run.
create or replace function rowlock._host_session_run(
  host_id      uuid,
  session_name text
)
returns rowlock.run
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_hex constant text := substring(session_name from '^rowlock-([0-9a-f]{8})$');
  v_run rowlock.run;
begin
  select r.* into v_run
  from rowlock.run r
  where r.host_id = _host_session_run.host_id and r.session_name = _host_session_run.session_name;
  if not found and v_hex is not null then
    -- It may wait again, or be elsewhere by now. A range of ids, for the index.
    select r.* into v_run
    from rowlock.run r
    where r.id between (v_hex || '-0000-0000-0000-000000000000')::uuid and (v_hex || '-ffff-ffff-ffff-ffffffffffff')::uuid
      and r.session_name = _host_session_run.session_name
    order by r.updated_at desc
    limit 1;
  end if;
  return v_run;
end;
$$;

comment on function rowlock._host_session_run is
  'The run of this name on the host, else the latest one of this name wherever it is; nulls when there is none.';
revoke all on function rowlock._host_session_run from public;
