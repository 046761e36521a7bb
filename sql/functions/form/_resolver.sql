-- rowlock._form_resolver(form_schema, payload, answers): the answers by fields, as conditions and bounds may see them.
create or replace function rowlock._form_resolver(
  form_schema jsonb,
  payload     jsonb,
  answers     jsonb
)
returns jsonb
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_payload jsonb := payload;
  v_path    text[];
begin
  -- Hidden where it stands, whichever fields are bound to there, or to what is around it.
  for v_path in select f.place from rowlock._password_fields(form_schema => form_schema) f loop
    if rowlock._form_answered(v_payload #> v_path) then
      v_payload := jsonb_set(v_payload, v_path, 'true');
    end if;
  end loop;
  return case
    when v_payload is not distinct from payload then answers
    else rowlock._form_values(fields => form_schema -> 'properties', payload => v_payload) end;
end;
$$;

comment on function rowlock._form_resolver is
  'Of a password no more than that there is one: messages with bounds reach the log.';
revoke all on function rowlock._form_resolver from public;
