-- rowlock._schema_pointer(fragment): the tokens of a JSON pointer that stands in a URI fragment.
create or replace function rowlock._schema_pointer(fragment text)
returns text[]
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_text text := fragment;
begin
  if fragment ~ '%' then
    -- Bytes first, text after: one character may be several escapes.
    select convert_from(string_agg(
      case when t.m[1] ~ '^%' then decode(substr(t.m[1], 2), 'hex') else convert_to(t.m[1], 'UTF8') end,
      '' order by t.n), 'UTF8')
    into v_text
    from regexp_matches(fragment, '(%[0-9a-fA-F]{2}|%|[^%]+)', 'g') with ordinality t (m, n);
  end if;
  return array(
    select replace(replace(t.token, '~1', '/'), '~0', '~')
    from unnest(string_to_array(substr(v_text, 2), '/')) with ordinality t (token, n) order by t.n);
end;
$$;

comment on function rowlock._schema_pointer is
  'The tokens, unescaped. Raises a data exception for an escape that is none: the schema is malformed.';
revoke all on function rowlock._schema_pointer from public;
