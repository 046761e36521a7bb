-- rowlock._topic_patterns(field, patterns, most): refuse a list of patterns that is too long, or has one that can fit no topic.
create or replace function rowlock._topic_patterns(
  field    text,
  patterns text[],
  most     integer
)
returns void
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  if cardinality(patterns) > most then
    perform rowlock._argument_refuse(
      field => field, reason => 'too_many', hint => format('Name at most %s patterns.', most));
  end if;
  if array_ndims(patterns) > 1 or exists (select from unnest(patterns) p (pattern) where not rowlock._topic_is_pattern(p.pattern)) then
    perform rowlock._argument_refuse(
      field => field, reason => 'not_pattern',
      hint => 'Each is words with dots between them: * is any one word, > at the end one or more, a lone * everything.');
  end if;
end;
$$;

comment on function rowlock._topic_patterns is 'Raises PT400 naming the field; no list is none too long.';
revoke all on function rowlock._topic_patterns from public;
