-- rowlock._form_text_error(field, value, context): what is wrong with an answer in text, in words.
create or replace function rowlock._form_text_error(
  field   jsonb,
  value   text,
  context jsonb
)
returns text
language plpgsql stable security invoker
set search_path = pg_catalog, pg_temp
set standard_conforming_strings = on
as $$
declare
  v_length  constant integer := length(value);
  v_low     constant numeric := rowlock._form_bound(field, 'minLength', 'x-lt-min-length', context);
  v_high    constant numeric := rowlock._form_bound(field, 'maxLength', 'x-lt-max-length', context);
  v_has     constant text := case when field ->> 'format' = 'password' then '' else format(' (has %s)', v_length) end;
  v_message text;
begin
  -- No message repeats the answer: it may be a secret, of which not even the length is told.
  if v_length < v_low then
    return format('Must have at least %s characters%s', left(trim_scale(v_low)::text, 500), v_has);
  end if;
  if v_length > v_high then
    return format('Must have at most %s characters%s', left(trim_scale(v_high)::text, 500), v_has);
  end if;
  if jsonb_typeof(field -> 'pattern') = 'string' then
    v_message := rowlock._form_pattern_error(
      pattern => field ->> 'pattern', value => value,
      message => case jsonb_typeof(field -> 'x-lt-pattern-error') when 'string' then field ->> 'x-lt-pattern-error' end);
    if v_message is not null then
      return v_message;
    end if;
  end if;
  return case field ->> 'format'
    -- People's addresses have a domain with a dot; the standard asks for none.
    when 'email' then case when value !~ '^[^\s@]+@[^\s@]+\.[^\s@]+$' or not rowlock._schema_format(name => 'email', value => value)
      then 'Must be an email address, like ada@example.com' end
    when 'uri' then case when not rowlock._schema_format(name => 'uri', value => value)
      then 'Must be a link, like https://example.com' end
  end;
end;
$$;

comment on function rowlock._form_text_error is 'The message of the first rule that is broken: length, pattern, format; null: none.';
revoke all on function rowlock._form_text_error from public;
