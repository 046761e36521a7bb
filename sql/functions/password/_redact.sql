-- rowlock._password_redact(escalations, resolver_payloads, credentials, access): answers with tokens in place of passwords.
create or replace function rowlock._password_redact(
  escalations       rowlock.escalation[],
  resolver_payloads jsonb[],
  credentials       jsonb,
  access            rowlock.access
)
returns jsonb[]
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_payloads jsonb[] := resolver_payloads;
  v_found    jsonb[] := '{}';
  v_open     jsonb := '[]';
begin
  for i in 1 .. cardinality(escalations) loop
    v_found[i] := rowlock._password_found(
      escalation_id => (escalations[i]).id,
      fields => rowlock._password_applied(escalation => escalations[i]),
      payload => resolver_payloads[i], credentials => credentials);
    v_open := v_open || rowlock._password_open(passwords => v_found[i]);
  end loop;
  if v_open <> '[]' then
    perform rowlock._password_refuse(passwords => v_open);
  end if;
  for i in 1 .. cardinality(escalations) loop
    v_payloads[i] := rowlock._password_keep(
      payload => resolver_payloads[i], passwords => v_found[i], ttl_seconds => 900, access => access);
  end loop;
  return v_payloads;
end;
$$;

comment on function rowlock._password_redact is
  'All passwords of all rows are found before any is stored. Raises PT422 naming those that no credential was given for, PT400, PT409.';
revoke all on function rowlock._password_redact from public;
