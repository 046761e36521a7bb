-- rowlock._escalation_import_id(source, origin_id, key): the id of an imported row, the same at every import.
create or replace function rowlock._escalation_import_id(
  source    text,
  origin_id text,
  key       text
)
returns uuid
language sql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
  -- The primary key itself then refuses a second copy, with no table or index of its own: 122 bits of a
  -- digest over the three as a JSON array, which can't run into each other, as a version 8 UUID.
  select encode(set_byte(set_byte(h.digest,
    6, get_byte(h.digest, 6) & 15 | 128),
    8, get_byte(h.digest, 8) & 63 | 128), 'hex')::uuid
  from (
    select substr(sha256(convert_to(jsonb_build_array(
      _escalation_import_id.source, _escalation_import_id.origin_id, _escalation_import_id.key)::text, 'UTF8')),
      1, 16) as digest
  ) h;
$$;

comment on function rowlock._escalation_import_id is
  'A version 8 UUID made of source, origin and key: the same step of the same log is the same row.';
revoke all on function rowlock._escalation_import_id from public;
