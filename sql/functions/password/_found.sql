-- rowlock._password_found(escalation_id, fields, payload, credentials): the passwords in an answer, by where they stand.
create or replace function rowlock._password_found(
  escalation_id uuid,
  fields        rowlock.password_field[],
  payload       jsonb,
  credentials   jsonb
)
returns jsonb
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  -- What somebody encrypted is a secret too, whatever the schema has come to say meanwhile.
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'escalation_id', escalation_id, 'field', s.field, 'path', s.path, 'credential', s.credential,
      'token', rowlock._password_reference(field => s.field, value => payload #> s.path))
      order by cardinality(s.path), s.path), '[]')
    from (
      select distinct on (a.path) a.field, a.path, a.credential
      from (
        select f.name, f.place, null::jsonb from unnest(fields) f
        union all
        select c.value ->> 'field', array(select jsonb_array_elements_text(c.value -> 'path')), c.value
        from jsonb_array_elements(coalesce(credentials, '[]')) c
        where (c.value ->> 'escalation_id')::uuid is not distinct from _password_found.escalation_id
      ) a (field, path, credential)
      order by a.path, a.credential nulls last
    ) s
    where rowlock._form_answered(payload #> s.path));
end;
$$;

comment on function rowlock._password_found is
  '[{escalation_id, field, path, credential, token}]: a token where the value is a reference, else the credential that was given for it, if one was.';
revoke all on function rowlock._password_found from public;
