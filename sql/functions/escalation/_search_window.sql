-- rowlock._escalation_search_window(field, value): a half-open window {from, to} of times.
create or replace function rowlock._escalation_search_window(
  field text,
  value jsonb
)
returns jsonb
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
-- What is stored in the query reads the same whatever the session's zone is.
set timezone = 'UTC'
as $$
declare
  v_window jsonb := '{}';
  v_time   timestamptz;
  r        record;
begin
  perform rowlock._argument_object(field => field, value => value);
  for r in select w.key, w.value from jsonb_each(value) w order by w.key loop
    if r.key not in ('from', 'to') then
      perform rowlock._argument_refuse(
        field => field, reason => 'unknown', hint => format('%s is {"from": time, "to": time}.', field));
    end if;
    continue when r.value = 'null';
    v_time := case when jsonb_typeof(r.value) = 'string' then rowlock._time_parse(r.value #>> '{}') end;
    if v_time is null then
      perform rowlock._argument_refuse(
        field => field, reason => 'not_time', hint => 'Give times in ISO 8601; without an offset they are UTC.');
    end if;
    v_window := v_window || jsonb_build_object(r.key, v_time);
  end loop;
  return v_window;
end;
$$;

comment on function rowlock._escalation_search_window is
  'The times of the window that are given. Raises PT400 naming the field for another key or a malformed time.';
revoke all on function rowlock._escalation_search_window from public;
