-- rowlock._form_choice_error(choices, value): that an answer is none of those on offer, in words.
create or replace function rowlock._form_choice_error(
  choices jsonb,
  value   jsonb
)
returns text
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  -- An array contains what is no array and no object only as an element.
  if jsonb_typeof(value) in ('string', 'number', 'boolean') then
    if choices @> value then
      return null;
    end if;
  elsif exists (select from jsonb_array_elements(choices) c (choice) where c.choice = value) then
    return null;
  end if;
  return coalesce('Must be one of: ' || (
    select string_agg(left(c.choice #>> '{}', 100), ', ' order by c.n) || case when jsonb_array_length(choices) > 20 then ', …' else '' end
    from jsonb_array_elements(choices) with ordinality c (choice, n)
    where c.n <= 20), 'There is nothing to choose from');
end;
$$;

comment on function rowlock._form_choice_error is 'The message with the first 20 choices, or null when the value equals one.';
revoke all on function rowlock._form_choice_error from public;
