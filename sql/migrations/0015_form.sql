-- Forms: what is wrong with an answer, and which schema a row is answered by.

create type rowlock.form_error as (
  field   text,
  message text
);
comment on type rowlock.form_error is 'A field of a form, and what is wrong with its answer, for the person who gave it.';

create type rowlock.form_applied as (
  form_schema    jsonb,
  schema_version integer
);
comment on type rowlock.form_applied is 'The schema that a row is answered by, and which version of its role''s it is; no version: the row''s own.';
