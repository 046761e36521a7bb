-- rowlock._password_request(escalation_id, resolver_payload, credentials, access): an answer as an idempotency key knows it.
-- Reads: rowlock.escalation, rowlock.role.
create or replace function rowlock._password_request(
  escalation_id    uuid,
  resolver_payload jsonb,
  credentials      jsonb,
  access           rowlock.access
)
returns jsonb
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_payload jsonb := resolver_payload;
  v_row     rowlock.escalation;
  v_found   jsonb;
  v_one     jsonb;
begin
  select e.* into v_row
  from rowlock.escalation e
  where e.id = _password_request.escalation_id
    and (e.metadata ?| array['form_schema', 'schema_version']
      or exists (select from rowlock.role r where r.role = e.role and r.answers_checked));
  v_found := rowlock._password_found(
    escalation_id => escalation_id,
    fields => case when v_row.id is not null then rowlock._password_applied(escalation => v_row) end,
    payload => resolver_payload, credentials => credentials);

  -- A digest without a key can be guessed from; so not even one of a call that is refused has the password in it.
  for v_one in select p.value from jsonb_array_elements(v_found) p where p.value ->> 'token' is null loop
    v_payload := jsonb_set(
      v_payload, array(select jsonb_array_elements_text(v_one -> 'path')),
      jsonb_build_object('digest', v_one #> '{credential,digest}'), false);
  end loop;
  return jsonb_build_object(
    'payload', v_payload,
    'passwords', case
      when rowlock._can_read(access, v_row.role, v_row.assigned_to) then rowlock._password_open(passwords => v_found)
      else '[]'
    end);
end;
$$;

comment on function rowlock._password_request is
  '{payload, passwords}: the answer with keyed digests in place of its passwords, and those that no credential was given for.';
revoke all on function rowlock._password_request from public;
