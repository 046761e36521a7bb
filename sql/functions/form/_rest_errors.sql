-- rowlock._form_rest_errors(form_schema, deep, shown, answers, payload): what JSON Schema finds beyond the rules of forms.
create or replace function rowlock._form_rest_errors(
  form_schema jsonb,
  deep        text[],
  shown       text[],
  answers     jsonb,
  payload     jsonb
)
returns jsonb
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
set standard_conforming_strings = on
as $$
declare
  v_fields constant jsonb := case jsonb_typeof(form_schema -> 'properties') when 'object' then form_schema -> 'properties' else '{}' end;
  v_schema jsonb := form_schema;
  v_view   jsonb;
begin
  -- The schema speaks of fields: what was answered under the names of those that are shown, and what belongs to none.
  select coalesce(jsonb_object_agg(v.name, v.value), '{}') into v_view
  from (
    select p.key as name, p.value
    from jsonb_each(payload) p
    where not exists (
      select from jsonb_each(v_fields) f (name, field)
      where p.key = (rowlock._form_bind(name => f.name, field => f.field))[1])
    union all
    select a.key, a.value from jsonb_each(answers) a where a.key in (select unnest(shown)) and rowlock._form_answered(a.value)
  ) v;
  -- What was looked at is not looked at again; what refers to it means the form as it was written.
  if jsonb_typeof(form_schema) = 'object' then
    v_schema := form_schema - 'required' || jsonb_build_object('properties', (
      select coalesce(jsonb_object_agg(f.name, case when f.name in (select unnest(deep)) then f.field else 'true' end), '{}')
      from jsonb_each(v_fields) f (name, field)));
  end if;

  return (
    select coalesce(jsonb_object_agg(w.field, w.message), '{}')
    from (
      select distinct on (s.field) s.field, case
        when s.place <> '' then s.place || ' ' || s.message
        else upper(left(s.message, 1)) || substr(s.message, 2)
      end as message
      from (
        select
          e.n, e.message,
          replace(replace(split_part(e.path, '/', 2), '~1', '/'), '~0', '~') as field,
          -- As a bind would write it: lines[0].text
          ltrim(replace(replace(replace(regexp_replace(
            substr(e.path, 2 + length(split_part(e.path, '/', 2))), '/(\d+)(?=/|$)', '[\1]', 'g'), '/', '.'), '~1', '/'), '~0', '~'), '.') as place
        from rowlock._schema_errors(
          root => form_schema, schema => v_schema, instance => v_view, format_assertion => true) with ordinality e (path, keyword, message, n)
      ) s
      order by s.field, s.n
    ) w);
end;
$$;

comment on function rowlock._form_rest_errors is
  '{field: message}, the first of each; a message about the form as a whole is under the empty name.';
revoke all on function rowlock._form_rest_errors from public;
