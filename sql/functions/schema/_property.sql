-- rowlock._schema_property(token): \p{…} of a pattern, as it stands in a set of Postgres.
create or replace function rowlock._schema_property(token text)
returns text
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
set standard_conforming_strings = on
as $$
declare
  c_names constant jsonb := '{"Letter": "L", "Uppercase_Letter": "Lu", "Lowercase_Letter": "Ll", "Mark": "M", "Number": "N",
    "Decimal_Number": "Nd", "Punctuation": "P", "punct": "P", "Symbol": "S", "Separator": "Z"}';
  v_name  text := regexp_replace(token, '^\\[pP]\{(?:gc=|General_Category=)?|\}$', '', 'g');
  v_found text;
begin
  v_name := coalesce(c_names ->> v_name, v_name);
  v_found := coalesce(
    rowlock._schema_unicode(v_name), rowlock._schema_unicode_letters(v_name), rowlock._schema_unicode_case(v_name));
  if v_found is null then
    perform rowlock._schema_pattern_refuse(message => format('has the property %s: L, Lu, Ll, M, N, Nd, P, S and Z are known', token));
  end if;
  return v_found;
end;
$$;

comment on function rowlock._schema_property is 'Raises PT422 for a property that is not known here.';
revoke all on function rowlock._schema_property from public;
