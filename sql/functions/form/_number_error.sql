-- rowlock._form_number_error(field, value, context): what is wrong with the size of a number, in words.
create or replace function rowlock._form_number_error(
  field   jsonb,
  value   numeric,
  context jsonb
)
returns text
language plpgsql immutable security invoker
set search_path = pg_catalog, pg_temp
as $$
declare
  v_low   constant numeric := rowlock._form_bound(field, 'minimum', 'x-lt-minimum', context);
  v_high  constant numeric := rowlock._form_bound(field, 'maximum', 'x-lt-maximum', context);
  v_above constant numeric := rowlock._form_bound(field, 'exclusiveMinimum', null, context);
  v_below constant numeric := rowlock._form_bound(field, 'exclusiveMaximum', null, context);
begin
  return case
    when value < v_low then format('Must be at least %s', left(trim_scale(v_low)::text, 500))
    when value <= v_above then format('Must be more than %s', left(trim_scale(v_above)::text, 500))
    when value > v_high then format('Must be at most %s', left(trim_scale(v_high)::text, 500))
    when value >= v_below then format('Must be less than %s', left(trim_scale(v_below)::text, 500))
  end;
end;
$$;

comment on function rowlock._form_number_error is 'The message of the first bound that is broken; null: none.';
revoke all on function rowlock._form_number_error from public;
