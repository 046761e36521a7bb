-- rowlock._password_check(credentials): refuse credentials that are none.
create or replace function rowlock._password_check(credentials jsonb)
returns void
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
set standard_conforming_strings = on
as $$
declare
  c_uuid constant text := '^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$';
begin
  if credentials is null then
    return;
  end if;
  if jsonb_typeof(credentials) <> 'array' then
    perform rowlock._argument_refuse(field => 'credentials', reason => 'not_array', hint => 'Give credentials as a JSON array.');
  end if;
  perform rowlock._argument_size(field => 'credentials', value => credentials, max_bytes => 16777216);
  if exists (
    select from jsonb_array_elements(credentials) c (one)
    where jsonb_typeof(c.one) <> 'object'
      or coalesce(c.one ->> 'escalation_id', '00000000-0000-0000-0000-000000000000') !~ c_uuid
      or coalesce(c.one ->> 'token', '') !~ c_uuid
      or jsonb_typeof(c.one -> 'field') is distinct from 'string'
      or jsonb_typeof(c.one -> 'key_id') is distinct from 'string'
      or case when jsonb_typeof(c.one -> 'path') = 'array'
        then jsonb_array_length(c.one -> 'path') = 0 or jsonb_path_exists(c.one, 'strict $.path[*] ? (@.type() != "string")')
        else true end
      -- As encode makes it: lines, and padding to fours.
      or coalesce(c.one ->> 'value', '-') !~ '^(?:[A-Za-z0-9+/\n]+={0,2})$'
      or length(translate(c.one ->> 'value', E'\n', '')) % 4 <> 0)
  then
    perform rowlock._argument_refuse(
      field => 'credentials', reason => 'not_credential',
      hint => 'Each is as the refusal password_fields named it, with token, key_id and value: the ciphertext in base64.');
  end if;
end;
$$;

comment on function rowlock._password_check is
  'An array of {escalation_id, field, path, token, value, key_id}, with or without a digest. Raises PT400.';
revoke all on function rowlock._password_check from public;
