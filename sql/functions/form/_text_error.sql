-- rowlock._form_text_error(field, value, context): what is wrong with an answer in text, in words.
create or replace function rowlock._form_text_error(
  field   jsonb,
  value   text,
  context jsonb
)
returns text
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_length constant integer := length(value);
  v_low    constant numeric := rowlock._form_bound(field, 'minLength', 'x-lt-min-length', context);
  v_high   constant numeric := rowlock._form_bound(field, 'maxLength', 'x-lt-max-length', context);
begin
  -- No message repeats the answer: it may be a secret.
  if v_length < v_low then
    return format('Must have at least %s characters (has %s)', trim_scale(v_low), v_length);
  end if;
  if v_length > v_high then
    return format('Must have at most %s characters (has %s)', trim_scale(v_high), v_length);
  end if;
  if jsonb_typeof(field -> 'pattern') = 'string' and value !~ (field ->> 'pattern') then
    return coalesce(
      case when jsonb_typeof(field -> 'x-lt-pattern-error') = 'string' then field ->> 'x-lt-pattern-error' end,
      'Does not have the expected form');
  end if;
  return case field ->> 'format'
    when 'email' then case when value !~ '^[^\s@]+@[^\s@]+\.[^\s@]+$' then 'Must be an email address, like ada@example.com' end
    when 'uri' then case when value !~ '^[A-Za-z][A-Za-z0-9+.-]*:\S+$' then 'Must be a link, like https://example.com' end
  end;
end;
$$;

comment on function rowlock._form_text_error is 'The message of the first rule that is broken: length, pattern, format; null: none.';
revoke all on function rowlock._form_text_error from public;
