-- rowlock._password_reference(field, value): the token of a secret that is stored already, when the value stands for one.
create or replace function rowlock._password_reference(
  field text,
  value jsonb
)
returns uuid
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_prefix constant text := 'eph:v1:' || field || ':';
  v_text   constant text := value #>> '{}';
begin
  if jsonb_typeof(value) = 'string' and starts_with(v_text, v_prefix)
    and substr(v_text, length(v_prefix) + 1) ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    return substr(v_text, length(v_prefix) + 1)::uuid;
  end if;
  return null;
end;
$$;

comment on function rowlock._password_reference is 'The token of eph:v1:<field>:<token>; null: the value is the secret itself.';
revoke all on function rowlock._password_reference from public;
