-- rowlock._escalation_digest(question_sha256, escalation_payload): the digest of a question, as an inlined expression.
create or replace function rowlock._escalation_digest(
  question_sha256    bytea,
  escalation_payload jsonb
)
returns text
language sql stable security invoker
as $$
  -- Rows of before the column have none stored; their payload never changes either.
  select pg_catalog.encode(coalesce($1, pg_catalog.sha256(pg_catalog.convert_to($2::pg_catalog.text, 'UTF8'))), 'hex')
$$;

comment on function rowlock._escalation_digest is
  'sha256, in hexadecimal, of escalation_payload as the record shows it; null when the row has none.';
revoke all on function rowlock._escalation_digest from public;
