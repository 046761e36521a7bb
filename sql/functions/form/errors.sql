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
  v_required constant jsonb := case jsonb_typeof(form_schema -> 'required') when 'array' then form_schema -> 'required' else '[]' end;
  v_values   constant jsonb := rowlock._form_values(fields => v_fields, payload => payload);
  v_context  constant jsonb := coalesce(context, '{}') || jsonb_build_object('resolver', v_values);
  v_names    constant text[] := rowlock._form_names(form_schema => form_schema);
  v_shown    text[] := '{}';
  v_errors   jsonb := '{}';
  v_name     text;
  v_message  text;
begin
  foreach v_name in array v_names loop
    -- A field that is not seen is not asked, required or not.
    if rowlock._form_shown(condition => v_fields -> v_name -> 'x-lt-showIf', context => v_context) then
      v_shown := v_shown || v_name;
      v_message := rowlock._form_field_error(
        field => v_fields -> v_name, value => v_values -> v_name, required => v_required ? v_name, context => v_context);
      if v_message is not null then
        v_errors := v_errors || jsonb_build_object(v_name, v_message);
      end if;
    end if;
  end loop;
  return query
    select n.name, v_errors ->> n.name
    from unnest(v_names) with ordinality n (name, at)
    where v_errors ? n.name
    order by n.at;
end;
$$;

comment on function rowlock.form_errors is
  'The fields whose answers break the form, in its order; none: the answers are good. context has what conditions and bounds refer to: {metadata, payload, envelope, escalation}.';
revoke all on function rowlock.form_errors from public;
select rowlock._function_grant('form_errors', 'service', 'user', 'proxy');
