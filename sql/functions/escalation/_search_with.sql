-- rowlock._escalation_search_with(query, more): a query with what was given beside it.
create or replace function rowlock._escalation_search_with(
  query jsonb,
  more  jsonb
)
returns jsonb
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_more  constant jsonb := jsonb_strip_nulls(more);
  v_twice text;
begin
  perform rowlock._argument_object(field => 'query', value => query, required => true);
  select min(m.key) into v_twice from jsonb_object_keys(v_more) m (key) where query ? m.key;
  if v_twice is not null then
    perform rowlock._argument_refuse(
      field => v_twice, reason => 'repeated', hint => format('Give %s beside the query or in it, not both.', v_twice));
  end if;
  return v_more || query;
end;
$$;

comment on function rowlock._escalation_search_with is 'The query and what is not null of more. Raises PT400 for no object, or what both have.';
revoke all on function rowlock._escalation_search_with from public;
