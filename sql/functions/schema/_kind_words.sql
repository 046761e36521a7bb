-- rowlock._schema_kind_words(kind): what a kind of value is, in a sentence.
create or replace function rowlock._schema_kind_words(kind text)
returns text
language sql immutable security invoker
as $$
  select case kind
    when 'id' then 'must be a URI reference without a fragment'
    when 'anchor' then 'must be a name of letters, digits, hyphens, underscores and dots'
    when 'dialect' then 'must be https://json-schema.org/draft/2020-12/schema: no other dialect is understood'
    when 'step' then 'must be a number above 0, of at most 400 digits before or after the point'
    when 'count' then 'must be a whole number, 0 or more'
    when 'list' then 'must be a list of schemas, with one at least'
    when 'types' then 'must be string, number, integer, object, array, boolean or null, or a list of them, each once'
    when 'names' then 'must be a list of strings, each once'
    when 'named' then 'must be an object of lists of strings, each once'
    when 'array' then 'must be a list'
    when 'object' then 'must be an object'
    else 'must be a ' || kind
  end
$$;

comment on function rowlock._schema_kind_words is 'For schema_problems.';
revoke all on function rowlock._schema_kind_words from public;
