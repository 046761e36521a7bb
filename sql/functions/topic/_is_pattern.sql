-- rowlock._topic_is_pattern(pattern): is there any topic that it could fit?
create or replace function rowlock._topic_is_pattern(pattern text)
returns boolean
language sql immutable security invoker
set search_path = pg_catalog, pg_temp
set standard_conforming_strings = on
as $$
  select coalesce(length(pattern) <= 200 and pattern ~ '^((\*|[a-z0-9_-]+)(\.(\*|[a-z0-9_-]+))*(\.>)?|>)$', false);
$$;

comment on function rowlock._topic_is_pattern is 'Words with dots between them; * alone stands for a word, > for the last ones.';
revoke all on function rowlock._topic_is_pattern from public;
