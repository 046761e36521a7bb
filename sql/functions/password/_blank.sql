-- rowlock._password_blank(payload, passwords): an answer without its passwords, to compare it with another.
create or replace function rowlock._password_blank(
  payload   jsonb,
  passwords jsonb
)
returns jsonb
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_payload jsonb := payload;
  v_one     jsonb;
begin
  for v_one in select p.value from jsonb_array_elements(passwords) p loop
    v_payload := jsonb_set(v_payload, array(select jsonb_array_elements_text(v_one -> 'path')), 'null', false);
  end loop;
  return v_payload;
end;
$$;

comment on function rowlock._password_blank is 'null stands where each password, or its token, stood.';
revoke all on function rowlock._password_blank from public;
