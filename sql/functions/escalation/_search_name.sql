-- rowlock._escalation_search_name(key): the element that a key of a query names.
create or replace function rowlock._escalation_search_name(key text)
returns text
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
set standard_conforming_strings = on
as $$
begin
  -- In a body the keys within a query may be written as those beside it.
  return case
    when key = 'limit' then 'max_rows'
    when key = 'offset' then 'skip_rows'
    when key ~ '^[a-z]+([A-Z][a-z]+)+$' then lower(regexp_replace(key, '([A-Z])', '_\1', 'g'))
    else key
  end;
end;
$$;

comment on function rowlock._escalation_search_name is 'limit is max_rows, offset is skip_rows, and camelCase is snake_case.';
revoke all on function rowlock._escalation_search_name from public;
