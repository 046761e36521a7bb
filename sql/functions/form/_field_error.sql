-- rowlock._form_field_error(name, field, value, required, context): what is wrong with one answer, in words.
create or replace function rowlock._form_field_error(
  name     text,
  field    jsonb,
  value    jsonb,
  required boolean,
  context  jsonb
)
returns text
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_answered constant boolean := rowlock._form_answered(value);
  v_message  text;
begin
  if required and rowlock._form_missing(value) then
    return case when value = 'false' then 'This must be checked' else 'This is required' end;
  end if;
  if v_answered and rowlock._form_malformed(field) then
    return 'Cannot be checked: the schema is malformed';
  elsif jsonb_typeof(field) is distinct from 'object' then
    return null;
  end if;
  -- What stands for a secret that is stored already is no text of the form's; the gate of answers looks at it.
  if field ->> 'format' = 'password' and rowlock._password_reference(field => left(name, 200), value => value) is not null then
    return null;
  end if;
  if v_answered and jsonb_typeof(field -> 'type') = 'string' then
    v_message := rowlock._form_type_error(type => field ->> 'type', value => value);
  end if;
  if v_message is null and field -> 'x-lt-require-all' = 'true' then
    v_message := rowlock._form_checklist_error(field => field, value => value, context => context);
  end if;
  if v_message is not null or not v_answered then
    return v_message;
  end if;
  if jsonb_typeof(field -> 'enum') = 'array' then
    v_message := rowlock._form_choice_error(choices => field -> 'enum', value => value);
  end if;
  if v_message is null and jsonb_typeof(value) = 'string' then
    v_message := rowlock._form_text_error(field => field, value => value #>> '{}', context => context);
  elsif v_message is null and jsonb_typeof(value) = 'number' then
    v_message := rowlock._form_number_error(field => field, value => value::numeric, context => context);
  end if;
  return v_message;
end;
$$;

comment on function rowlock._form_field_error is
  'The first of: required, type, checklist, choice, lengths, pattern, format, bounds; null: the answer keeps them all.';
revoke all on function rowlock._form_field_error from public;
