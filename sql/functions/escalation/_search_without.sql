-- rowlock._escalation_search_without(query, elements): refuse elements of a query that mean nothing to a verb.
create or replace function rowlock._escalation_search_without(
  query    jsonb,
  elements text[]
)
returns void
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_element constant text := (
    select min(q.key) from jsonb_each(query) q
    where rowlock._escalation_search_name(key => q.key) = any (elements) and q.value <> 'null');
begin
  if v_element is not null then
    perform rowlock._argument_refuse(
      field => v_element, reason => 'not_here', hint => format('Leave %s out of the query; it means nothing here.', v_element));
  end if;
end;
$$;

comment on function rowlock._escalation_search_without is 'Raises PT400 naming the first of the elements that the query has.';
revoke all on function rowlock._escalation_search_without from public;
