-- rowlock._schema_find(document, scope, reference, dynamic): the schema that a reference names, and the scope there.
create or replace function rowlock._schema_find(
  document  jsonb,
  scope     jsonb,
  reference text,
  dynamic   boolean
)
returns jsonb
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_uri      constant text := rowlock._schema_uri(scope ->> -1, reference);
  v_base     text := split_part(v_uri, '#', 1);
  v_fragment constant text := split_part(v_uri, '#', 2);
  v_path     jsonb;
  v_found    jsonb;
  v_token    text;
begin
  if document ? 'index' then
    if v_fragment <> '' and v_fragment !~ '^/' then
      if dynamic and document -> 'dynamic' ? v_uri then
        -- The outermost resource of the dynamic scope that has the anchor.
        select s.base into v_base
        from jsonb_array_elements_text(scope) with ordinality s (base, n)
        where document -> 'dynamic' ? (s.base || '#' || v_fragment) order by s.n limit 1;
        v_base := coalesce(v_base, split_part(v_uri, '#', 1));
      end if;
      v_path := document -> 'index' -> (v_base || '#' || v_fragment);
    else
      v_path := document -> 'index' -> v_base;
    end if;
    v_found := case when v_path is not null then document #> array(select jsonb_array_elements_text(v_path)) end;
  elsif v_base = '' and (v_fragment = '' or v_fragment ~ '^/') then
    v_found := document -> 'schema';
  end if;
  if v_fragment ~ '^/' then
    foreach v_token in array rowlock._schema_pointer(v_fragment) loop
      v_found := case jsonb_typeof(v_found)
        when 'object' then v_found -> v_token
        when 'array' then case when v_token ~ '^(0|[1-9][0-9]{0,5})$' then v_found -> v_token::integer end end;
      if document ? 'index' and jsonb_typeof(v_found -> '$id') = 'string' then
        v_base := rowlock._schema_uri(v_base, v_found ->> '$id');
      end if;
    end loop;
  end if;
  if v_found is null or jsonb_typeof(v_found) not in ('object', 'boolean') then
    return null;
  end if;
  -- Its own $id is in the base by now.
  return jsonb_build_array(
    case jsonb_typeof(v_found) when 'object' then v_found - '$id' else v_found end,
    case when scope ->> -1 = v_base then scope else scope || to_jsonb(v_base) end);
end;
$$;

comment on function rowlock._schema_find is
  '[schema, scope], or null when nothing in the document has that name: remote documents are never fetched.';
revoke all on function rowlock._schema_find from public;
