-- rowlock._run_signal_check(kind, seq, payload): refuse what a signal of this kind may not carry.
create or replace function rowlock._run_signal_check(
  kind    text,
  seq     bigint,
  payload jsonb
)
returns void
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_known constant text[] := case kind when 'finished' then '{exit_code}' when 'progress' then '{lines,bytes,at}' else '{}' end;
  r       record;
begin
  if kind = 'progress' and seq is null then
    perform rowlock._run_protocol(what => 'seq', hint => 'Number the progress of an attempt, upwards.');
  end if;
  if kind <> 'progress' and seq is not null then
    perform rowlock._run_protocol(what => 'seq', hint => 'Only progress is numbered; leave seq out.');
  end if;
  if jsonb_typeof(payload) <> 'object' then
    perform rowlock._run_protocol(what => 'payload', hint => 'Give a JSON object, or leave it out.');
  end if;
  if kind = 'finished' and not payload ? 'exit_code' then
    perform rowlock._run_protocol(what => 'exit_code', hint => 'Tell how the command ended: {"exit_code": 0}.');
  end if;
  for r in select m.key, m.value from jsonb_each(payload) m order by m.key loop
    if r.key <> all (v_known) then
      perform rowlock._run_protocol(
        what => 'payload', hint => 'finished has exit_code, progress lines, bytes and at, the others nothing. What a run writes is never sent.');
    end if;
    if r.key = 'at' then
      if jsonb_typeof(r.value) <> 'string' or rowlock._time_parse(r.value #>> '{}') is null then
        perform rowlock._run_protocol(what => r.key, hint => 'Give the time in ISO 8601.');
      end if;
    elsif jsonb_typeof(r.value) <> 'number' or (r.value #>> '{}')::numeric % 1 <> 0
      or r.key = 'exit_code' and (r.value #>> '{}')::numeric not between -2147483648 and 2147483647
      or r.key <> 'exit_code' and (r.value #>> '{}')::numeric not between 0 and 9007199254740991
    then
      perform rowlock._run_protocol(what => r.key, hint => format('Give %s as a whole number.', r.key));
    end if;
  end loop;
end;
$$;

comment on function rowlock._run_signal_check is 'Raises PT400.';
revoke all on function rowlock._run_signal_check from public;
