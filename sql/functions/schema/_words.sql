-- rowlock._schema_words(value): a value, or a list of values, for a sentence.
create or replace function rowlock._schema_words(value jsonb)
returns text
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  if jsonb_typeof(value) <> 'array' then
    return value #>> '{}';
  end if;
  return (
    select string_agg(case jsonb_typeof(v.value) when 'string' then v.value #>> '{}' else left(v.value::text, 50) end, ', ' order by v.n)
    from jsonb_array_elements(value) with ordinality v (value, n) where v.n <= 20)
    || case when jsonb_array_length(value) > 20 then ', …' else '' end;
end;
$$;

comment on function rowlock._schema_words is 'Up to twenty values, with commas.';
revoke all on function rowlock._schema_words from public;
