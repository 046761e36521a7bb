-- rowlock._schema_words(value): a value, or a list of values, for a sentence.
create or replace function rowlock._schema_words(value jsonb)
returns text
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  if jsonb_typeof(value) <> 'array' then
    return left(value #>> '{}', 200);
  end if;
  return (
    select string_agg(
      left(case jsonb_typeof(v.value) when 'string' then v.value #>> '{}' else v.value::text end, 50), ', ' order by v.n)
    from jsonb_array_elements(jsonb_path_query_array(_schema_words.value, '$[0 to 19]')) with ordinality v (value, n))
    || case when jsonb_array_length(value) > 20 then ', …' else '' end;
end;
$$;

comment on function rowlock._schema_words is 'Up to twenty values, with commas.';
revoke all on function rowlock._schema_words from public;
