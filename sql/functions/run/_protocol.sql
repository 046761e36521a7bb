-- rowlock._run_protocol(what, hint): refuse a signal that no wrapper may send.
create or replace function rowlock._run_protocol(
  what text,
  hint text
)
returns void
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  raise exception 'signal breaks the protocol'
    using errcode = 'PT400', constraint = 'run_protocol',
          detail = jsonb_build_object(
            'reason', 'protocol_error', 'what', what,
            'field', case when what in ('attempt', 'kind', 'seq') then what else 'payload' end)::text,
          hint = hint;
end;
$$;

comment on function rowlock._run_protocol is 'Raises PT400; what tells which part: attempt, kind, seq, exit_code, payload.';
revoke all on function rowlock._run_protocol from public;
