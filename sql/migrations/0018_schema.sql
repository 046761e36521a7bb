-- What JSON Schema validation passes around and returns.

create type rowlock.schema_error as (
  path    text,
  keyword text,
  message text
);
comment on type rowlock.schema_error is
  'What breaks a schema: a JSON pointer to the value, the keyword that it breaks, and a sentence for people.';

create type rowlock.schema_result as (
  errors    rowlock.schema_error[],
  evaluated text[],
  work      integer
);
comment on type rowlock.schema_result is
  'Internal: what one schema found in one value, the members or items it evaluated, and the work spent so far.';

create type rowlock.schema_application as (
  keyword   text,
  token     text,
  subschema jsonb,
  instance  jsonb
);
comment on type rowlock.schema_application is
  'Internal: a subschema that a keyword applies to a value; the token is the member or item, or the branch.';

create type rowlock.schema_node as (
  path      text[],
  base      text,
  subschema jsonb
);
comment on type rowlock.schema_node is 'Internal: a subschema, its path in the document, and its base URI.';

create type rowlock.schema_pattern as (
  regex text,
  work  integer
);
comment on type rowlock.schema_pattern is
  'Internal: a regular expression of ECMA 262 in the dialect of Postgres, and what it costs at most to compile, and a character to match.';
