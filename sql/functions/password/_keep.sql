-- rowlock._password_keep(payload, passwords, ttl_seconds, access): an answer with tokens in place of its secrets, which are stored.
create or replace function rowlock._password_keep(
  payload     jsonb,
  passwords   jsonb,
  ttl_seconds integer,
  access      rowlock.access
)
returns jsonb
language plpgsql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_payload jsonb := payload;
  v_one     jsonb;
  v_path    text[];
  v_info    rowlock.credential_info;
begin
  for v_one in select p.value from jsonb_array_elements(passwords) with ordinality p order by p.ordinality loop
    if v_one ->> 'token' is not null then
      perform rowlock._password_reference_check(field => v_one ->> 'field', token => (v_one ->> 'token')::uuid);
      continue;
    end if;
    v_path := array(select jsonb_array_elements_text(v_one -> 'path'));
    -- It may have stood inside of one that is a token by now.
    continue when v_payload #> v_path is null;
    v_info := rowlock.credential_store(
      token => (v_one #>> '{credential,token}')::uuid,
      value => decode(v_one #>> '{credential,value}', 'base64'),
      key_id => v_one #>> '{credential,key_id}',
      label => v_one ->> 'field',
      ttl_seconds => ttl_seconds,
      -- Whoever comes first may ask again when an answer is lost, and nobody else.
      bind_on_use => true,
      actor => access.actor);
    v_payload := jsonb_set(v_payload, v_path, to_jsonb(format('eph:v1:%s:%s', v_info.label, v_info.token)));
  end loop;
  return v_payload;
end;
$$;

comment on function rowlock._password_keep is
  'The payload as it is stored: each secret is eph:v1:<field>:<token>. Raises PT400, PT409, PT422.';
revoke all on function rowlock._password_keep from public;
