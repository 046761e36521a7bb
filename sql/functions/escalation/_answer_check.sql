-- rowlock._escalation_answer_check(resolver_payload, metadata, expected_digest): refuse an answer that no row could take.
create or replace function rowlock._escalation_answer_check(
  resolver_payload jsonb,
  metadata         jsonb default null,
  expected_digest  text default null
)
returns void
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  -- A small object passes at the price of an expression, a tenth of a call's.
  if jsonb_typeof(resolver_payload) is distinct from 'object' or pg_column_size(resolver_payload) > 2000
     or octet_length(resolver_payload::text) > 2000 then
    perform rowlock._argument_object(field => 'resolver_payload', value => resolver_payload, required => true);
  end if;
  if metadata is not null then
    perform rowlock._argument_object(field => 'metadata', value => metadata, max_bytes => 32768);
  end if;
  if metadata ?| array['schema_version', 'form_schema'] then
    perform rowlock._argument_refuse(
      field => 'metadata', reason => 'reserved_key', hint => 'schema_version and form_schema are set at creation.');
  end if;
  if expected_digest !~ '^[0-9A-Fa-f]{64}$' then
    perform rowlock._argument_refuse(
      field => 'expected_digest', reason => 'not_digest', hint => 'Give the digest of the row as it was read.');
  end if;
end;
$$;

comment on function rowlock._escalation_answer_check is
  'The payload must be an object, the metadata one without reserved keys, the digest a sha256. Raises PT400.';
revoke all on function rowlock._escalation_answer_check from public;
