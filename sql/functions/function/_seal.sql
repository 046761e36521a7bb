-- rowlock._function_seal(): write down what an install leaves, so that the doctor can tell what was changed by hand.
-- Writes: rowlock.setting.
create or replace function rowlock._function_seal()
returns void
language sql volatile security invoker
set search_path = pg_catalog, pg_temp
as $$
  insert into rowlock.setting as s (name, value)
  values ('functions', rowlock._function_digests()::text)
  on conflict on constraint setting_pkey do update
  set value = excluded.value, updated_at = clock_timestamp()
  -- The same install again changes nothing.
  where s.value <> excluded.value;
$$;

comment on function rowlock._function_seal is 'The last step of an install: keeps the digests of all functions in the setting functions.';
revoke all on function rowlock._function_seal from public;
