-- rowlock.topic_matches(pattern, topic): does a topic fit a pattern of dot-separated tokens?
create or replace function rowlock.topic_matches(
  pattern text,
  topic   text
)
returns boolean
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_pattern constant text[] := string_to_array(pattern, '.');
  v_topic   constant text[] := string_to_array(topic, '.');
begin
  if pattern = '*' then
    return topic <> '';
  end if;
  for i in 1 .. coalesce(cardinality(v_pattern), 0) loop
    if v_pattern[i] = '>' and i = cardinality(v_pattern) then
      return cardinality(v_topic) >= i;
    end if;
    if v_topic[i] is null or v_pattern[i] not in ('*', v_topic[i]) then
      return false;
    end if;
  end loop;
  return cardinality(v_pattern) = cardinality(v_topic);
end;
$$;

comment on function rowlock.topic_matches is
  '`*` is exactly one token, `>` at the end one or more, a lone `*` everything.';
revoke all on function rowlock.topic_matches from public;
select rowlock._function_grant('topic_matches', 'service', 'user', 'proxy');
