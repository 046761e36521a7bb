-- rowlock._schema_uri(base, reference): a reference resolved against a base URI, RFC 3986 section 5.
create or replace function rowlock._schema_uri(
  base      text,
  reference text
)
returns text
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
set standard_conforming_strings = on
as $$
declare
  -- Scheme, authority, path and query, each with its delimiter; fragment without.
  c_parts constant text := '^([^:/?#]+:)?(//[^/?#]*)?([^?#]*)(\?[^#]*)?(?:#(.*))?$';
  v_base  constant text[] := regexp_match(base, c_parts);
  v_found text[] := regexp_match(reference, c_parts);
  v_out   text[] := '{}';
  v_part  text;
begin
  if reference ~ '^#' then
    return regexp_replace(base, '#.*$', '') || reference;
  end if;
  if v_found[1] is null then
    v_found[1] := v_base[1];
    if v_found[2] is null then
      v_found[2] := v_base[2];
      if v_found[3] = '' then
        v_found[3] := v_base[3];
        v_found[4] := coalesce(v_found[4], v_base[4]);
      elsif v_found[3] !~ '^/' then
        v_found[3] := case
          when v_base[2] is not null and v_base[3] = '' then '/'
          else regexp_replace(v_base[3], '[^/]*$', '') end || v_found[3];
      end if;
    end if;
  end if;
  if v_found[3] ~ '(^|/)\.\.?(/|$)' and v_found[3] ~ '^/' then
    foreach v_part in array string_to_array(substr(v_found[3], 2), '/') loop
      if v_part = '..' then
        v_out := trim_array(v_out, least(1, cardinality(v_out)));
      elsif v_part <> '.' then
        v_out := v_out || v_part;
      end if;
    end loop;
    v_found[3] := '/' || array_to_string(v_out, '/')
      || case when v_part in ('.', '..') and v_out <> '{}' then '/' else '' end;
  end if;
  return concat(v_found[1], v_found[2], v_found[3], v_found[4], '#' || v_found[5]);
end;
$$;

comment on function rowlock._schema_uri is 'The absolute URI, with its fragment where the reference has one.';
revoke all on function rowlock._schema_uri from public;
