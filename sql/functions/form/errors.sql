-- rowlock.form_errors(form_schema, payload, context): what is wrong with the answers to a form, one message a field.
create or replace function rowlock.form_errors(
  form_schema jsonb,
  payload     jsonb,
  context     jsonb default '{}'
)
returns setof rowlock.form_error
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_fields   constant jsonb := case jsonb_typeof(form_schema -> 'properties') when 'object' then form_schema -> 'properties' else '{}' end;
  v_answers  constant jsonb := rowlock._form_values(fields => v_fields, payload => payload);
  v_context  constant jsonb := coalesce(context, '{}') || jsonb_build_object(
    'resolver', rowlock._form_resolver(form_schema => form_schema, payload => payload, answers => v_answers));
  v_names    constant text[] := rowlock._form_names(form_schema => form_schema);
  -- Keys of an object are found by halving, elements of an array one after the other.
  v_required constant jsonb := (
    select coalesce(jsonb_object_agg(r.name, null), '{}')
    from jsonb_array_elements_text(case jsonb_typeof(form_schema -> 'required') when 'array' then form_schema -> 'required' else '[]' end) r (name)
    where r.name is not null);
  v_shown    text[] := '{}';
  v_deep     text[] := '{}';
  v_wrong    text[] := '{}';
  v_messages text[] := '{}';
  v_rest     jsonb := '{}';
  v_name     text;
  v_field    jsonb;
  v_message  text;
begin
  if rowlock._form_malformed(form_schema) then
    return query select '', 'Cannot be checked: the schema is malformed';
    return;
  elsif jsonb_typeof(form_schema) = 'object' and jsonb_typeof(payload) <> 'object' then
    return query select '', 'Must be a group of values';
    return;
  end if;
  foreach v_name in array v_names loop
    v_field := v_fields -> v_name;
    -- A field that is not seen is not asked, required or not.
    continue when not rowlock._form_shown(condition => v_field -> 'x-lt-showIf', context => v_context);
    v_shown := v_shown || v_name;
    v_message := rowlock._form_field_error(
      name => v_name, field => v_field, value => v_answers -> v_name, required => v_required ? v_name, context => v_context);
    if v_message is not null then
      v_wrong := v_wrong || v_name;
      v_messages := v_messages || v_message;
    elsif rowlock._form_answered(v_answers -> v_name)
      and (rowlock._form_nested(v_field) or v_field ?| array['properties', 'required']) then
      v_deep := v_deep || v_name;
    end if;
  end loop;
  -- What is required and no field has no more to keep than to be there.
  for v_name in select r.name from jsonb_object_keys(v_required) r (name) where not v_fields ? r.name loop
    v_message := rowlock._form_field_error(name => v_name, field => null, value => payload -> v_name, required => true, context => v_context);
    if v_message is not null then
      v_wrong := v_wrong || v_name;
      v_messages := v_messages || v_message;
    end if;
  end loop;
  if v_deep <> '{}' or rowlock._form_nested(form_schema) or form_schema ? 'enum' or form_schema ->> 'type' <> 'object' then
    v_rest := rowlock._form_rest_errors(
      form_schema => form_schema, deep => v_deep, shown => v_shown, answers => v_answers, payload => payload);
  end if;

  return query
    select e.name, e.message
    from (
      select w.name, w.message from unnest(v_wrong, v_messages) w (name, message)
      union all
      select r.key, r.value from jsonb_each_text(v_rest) r
      where not exists (select from unnest(v_wrong) w (name) where w.name = r.key)
    ) e
    left join unnest(v_names) with ordinality n (name, at) on n.name = e.name
    order by n.at, nullif(e.name, '') collate "C";
end;
$$;

comment on function rowlock.form_errors is
  'The fields whose answers break the form, in its order; then what is no field of it, and last, under the empty name, what is wrong with the whole. None: the answers are good. context has what conditions and bounds refer to: {metadata, payload, envelope, escalation}.';
revoke all on function rowlock.form_errors from public;
select rowlock._function_grant('form_errors', 'service', 'user', 'proxy');
