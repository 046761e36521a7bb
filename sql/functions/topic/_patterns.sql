-- rowlock._topic_patterns(field, patterns): refuse a list of patterns that is missing, too long, or has one that can fit no topic.
create or replace function rowlock._topic_patterns(
  field    text,
  patterns text[]
)
returns void
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  if coalesce(cardinality(patterns), 0) = 0 then
    perform rowlock._argument_text(field => field, value => null, required => true);
  end if;
  if cardinality(patterns) > 100 then
    perform rowlock._argument_refuse(field => field, reason => 'too_many', hint => 'Name at most 100 patterns.');
  end if;
  if exists (
    select from unnest(patterns) p (pattern)
    where p.pattern is null or length(p.pattern) > 200
      or p.pattern !~ '^((\*|[a-z0-9_-]+)(\.(\*|[a-z0-9_-]+))*(\.>)?|>)$')
  then
    perform rowlock._argument_refuse(
      field => field, reason => 'not_pattern',
      hint => 'Each is words with dots between them: * is any one word, > at the end one or more, a lone * everything.');
  end if;
end;
$$;

comment on function rowlock._topic_patterns is 'Raises PT400 naming the field; 1 to 100 patterns as topic_matches reads them.';
revoke all on function rowlock._topic_patterns from public;
