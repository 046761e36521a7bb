-- rowlock._form_names(form_schema): the fields of a form, in the order in which they are drawn and checked.
create or replace function rowlock._form_names(form_schema jsonb)
returns text[]
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  return array(
    select n.name
    from (
      select o.name #>> '{}' as name, o.at
      from jsonb_array_elements(case jsonb_typeof(form_schema -> 'x-lt-order')
        when 'array' then form_schema -> 'x-lt-order' else '[]' end) with ordinality o (name, at)
      where form_schema -> 'properties' ? (o.name #>> '{}')
      union all
      -- JSON objects are stored by length of key, then by bytes: no order of the author's survives.
      select p.name, 1000000 + p.at
      from jsonb_object_keys(case jsonb_typeof(form_schema -> 'properties')
        when 'object' then form_schema -> 'properties' else '{}' end) with ordinality p (name, at)
    ) n
    group by n.name
    order by min(n.at));
end;
$$;

comment on function rowlock._form_names is 'Those of x-lt-order first, the others as the database keeps them.';
revoke all on function rowlock._form_names from public;
