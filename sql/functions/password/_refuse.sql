-- rowlock._password_refuse(passwords): refuse answers with secrets that are not encrypted. Names only: details reach the log.
create or replace function rowlock._password_refuse(passwords jsonb)
returns void
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  raise exception 'passwords have to be encrypted'
    using errcode = 'PT422', constraint = 'password_fields',
          detail = jsonb_build_object(
            'reason', 'password_fields',
            'fields', (select jsonb_agg(distinct p.value -> 'field') from jsonb_array_elements(passwords) p),
            'passwords', (
              select jsonb_agg(p.value - array['credential', 'token'] order by p.ordinality)
              from jsonb_array_elements(passwords) with ordinality p))::text,
          hint = 'Send the answer over a service that has a secret key, or give credentials for these fields.';
end;
$$;

comment on function rowlock._password_refuse is
  'Names the fields, and where each stands: {escalation_id, field, path}. Raises PT422.';
revoke all on function rowlock._password_refuse from public;
